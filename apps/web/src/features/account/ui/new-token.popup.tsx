import './new-token.popup.css';
import type { TokenScope } from '@holdall/contract/account';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { ConfirmPasswordPopup } from '#shared/ui/confirm-password.popup.tsx';
import { Popup, PopupFooter } from '#shared/ui/popup.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { Select } from '#shared/ui/select.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { useCreateToken } from '../account.mutations.ts';
import { CopyButton } from './copy-button.tsx';

/** Token scopes, the narrowest first. */
const tokenScopes = ['read', 'write'] as const satisfies readonly TokenScope[];

/** Days until a token expires; empty means that it lives until it is revoked. */
const lifetimes = ['7', '30', '90', '365', ''] as const;

/** Shows the text of a new token once. Only its button closes the popup. */
const TokenPopup = ({ token, onClose }: { readonly token: string; readonly onClose: () => void }) => {
  const t = useText();
  return (
    <Popup title={t('account.tokens.created_title')}>
      <div className="popup-content form-fields">
        <p>{t('account.tokens.created_text')}</p>
        <div className="new-token">
          <code>{token}</code>
          <CopyButton text={token} />
        </div>
      </div>
      <PopupFooter>
        <Button look="primary" onClick={onClose}>
          {t('account.tokens.created_done')}
        </Button>
      </PopupFooter>
    </Popup>
  );
};

/** Creates a personal access token. */
export const NewTokenPopup = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText();
  const create = useCreateToken();
  const [scope, setScope] = useState<TokenScope>('read');
  const [days, setDays] = useState('30');
  if (create.data) return <TokenPopup token={create.data.data.attributes.token} onClose={onClose} />;
  return (
    <ConfirmPasswordPopup
      title={t('account.tokens.create')}
      text={t('account.tokens.create_text')}
      action={t('account.tokens.create')}
      busy={create.isPending}
      error={create.error}
      find={(value) => ({ name: value('name').trim() ? undefined : t('account.tokens.name_missing') })}
      fields={(faults) => (
        <>
          <TextField
            label={t('account.tokens.name')}
            name="name"
            size="large"
            maxLength={80}
            autoComplete="off"
            placeholder={t('account.tokens.name_example')}
            error={faults['name']}
          />
          <div className="new-token-choice">
            <span id="token-scope">{t('account.tokens.scope')}</span>
            <Segmented
              aria-labelledby="token-scope"
              aria-describedby="token-scope-help"
              value={scope}
              segments={tokenScopes.map((value) => ({ value, label: t(`account.tokens.scope.${value}`) }))}
              onChoose={setScope}
            />
            <p id="token-scope-help">{t(`account.tokens.scope_help.${scope}`)}</p>
          </div>
          <div className="new-token-choice">
            <label htmlFor="token-lifetime">{t('account.tokens.lifetime')}</label>
            <Select
              id="token-lifetime"
              value={days}
              options={lifetimes.map((value) => ({
                value,
                label:
                  value === ''
                    ? t('account.tokens.never')
                    : t('account.tokens.days', { count: Number(value) }),
              }))}
              onChoose={setDays}
            />
          </div>
        </>
      )}
      onConfirm={(password, values) =>
        create.mutate({
          name: values('name').trim(),
          scope,
          current_password: password,
          ...(days !== '' && { expires_in_days: Number(days) }),
        })
      }
      onClose={onClose}
    />
  );
};
