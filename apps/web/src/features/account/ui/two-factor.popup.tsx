import './two-factor.popup.css';
import { useState } from 'react';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useForm } from '#shared/lib/use-form.ts';
import { ConfirmPasswordPopup } from '#shared/ui/confirm-password.popup.tsx';
import { FormFooter } from '#shared/ui/form-footer.tsx';
import { FormProblem } from '#shared/ui/field-error.tsx';
import { Popup } from '#shared/ui/popup.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { useConfirmTwoFactor, useStartTwoFactor } from '../account.mutations.ts';
import { CopyButton } from './copy-button.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface CodePopupProps {
  readonly secret: string;
  /** An SVG image. */
  readonly qr: string;
  readonly onConfirmed: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Formats the secret in groups for typing. */
const grouped = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** Transfers the secret to an authenticator app; a first code confirms it. */
const CodePopup = ({ secret, qr, onConfirmed, onClose }: CodePopupProps) => {
  const t = useText();
  const confirm = useConfirmTwoFactor();
  const { form, faults, left, read, forget } = useForm(confirm.error, { autoFocus: true });
  return (
    <Popup title={t('account.two_factor.begin')} onClose={confirm.isPending ? undefined : onClose}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const values = read((value) => ({
            code: /^\s*\d{3}\s*\d{3}\s*$/.test(value('code')) ? undefined : t('two_factor.code_invalid'),
          }));
          if (!values) return;
          const code = values('code').replaceAll(/\s/g, '');
          confirm.mutate({ code }, { onSuccess: ({ recovery_codes: codes }) => onConfirmed(codes) });
        }}
      >
        <div className="popup-content form-fields">
          <p>{t('account.two_factor.scan')}</p>
          <img
            className="two-factor-qr"
            src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
            alt={t('account.two_factor.qr')}
            width={200}
            height={200}
          />
          <div className="two-factor-secret">
            <span>{t('account.two_factor.secret')}</span>
            <code className="numeric">{grouped(secret)}</code>
            <CopyButton text={secret} />
          </div>
          <TextField
            label={t('two_factor.code')}
            name="code"
            size="large"
            inputMode="numeric"
            autoComplete="one-time-code"
            error={faults['code']}
            onChange={forget}
          />
          {left && <FormProblem>{errorText(left)}</FormProblem>}
        </div>
        <FormFooter action={t('account.two_factor.confirm')} busy={confirm.isPending} onClose={onClose} />
      </form>
    </Popup>
  );
};

/** Enables two-factor sign-in: password, app, first code, recovery codes. */
export const TwoFactorPopup = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText();
  const start = useStartTwoFactor();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes title={t('account.two_factor.is_on')} codes={codes} onClose={onClose} />;
  if (start.data) return <CodePopup {...start.data} onConfirmed={setCodes} onClose={onClose} />;
  return (
    <ConfirmPasswordPopup
      title={t('account.two_factor.begin')}
      text={t('account.two_factor.begin_text')}
      action={t('account.next')}
      busy={start.isPending}
      error={start.error}
      onConfirm={(password) => start.mutate({ current_password: password })}
      onClose={onClose}
    />
  );
};
