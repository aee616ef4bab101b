import { ShieldCheck, Smartphone } from 'lucide-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { fewCodes } from '#shared/lib/few-codes.ts';
import { formatFullDay } from '#shared/lib/format-time.ts';
import { userQuery } from '#shared/session/session.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { ConfirmPasswordPopup } from '#shared/ui/confirm-password.popup.tsx';
import { Tag } from '#shared/ui/tag.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { useRemoveTwoFactor, useRenewRecoveryCodes } from '../account.mutations.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TwoFactorPopup } from './two-factor.popup.tsx';

/** Replaces the recovery codes with ten new ones. */
const RecoveryCodesPopup = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText();
  const renew = useRenewRecoveryCodes();
  if (renew.data)
    return (
      <RecoveryCodes title={t('account.codes.title')} codes={renew.data.recovery_codes} onClose={onClose} />
    );
  return (
    <ConfirmPasswordPopup
      title={t('account.two_factor.renew')}
      text={t('account.codes.renew_text')}
      action={t('account.codes.renew_action')}
      busy={renew.isPending}
      error={renew.error}
      onConfirm={(password) => renew.mutate({ current_password: password })}
      onClose={onClose}
    />
  );
};

/** Switches two-factor sign-in off. */
const RemoveTwoFactorPopup = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText();
  const remove = useRemoveTwoFactor();
  return (
    <ConfirmPasswordPopup
      danger
      title={t('account.two_factor.remove_title')}
      text={t('account.two_factor.remove_text')}
      action={t('account.two_factor.remove')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={(password) =>
        remove.mutate(
          { current_password: password },
          {
            onSuccess: () => {
              onClose();
              showToast({ type: 'success', message: t('account.two_factor.is_off') });
            },
          },
        )
      }
      onClose={onClose}
    />
  );
};

/** Shows the state of two-factor sign-in and the ways to change it. */
export const TwoFactorCard = () => {
  const t = useText();
  const [open, setOpen] = useState<'begin' | 'codes' | 'remove'>();
  const { attributes, meta } = useSuspenseQuery(userQuery).data.data;
  const { two_factor_confirmed_at: since } = attributes;
  const { recovery_codes_left: left, two_factor_required: isRequired } = meta;
  const close = (): void => setOpen(undefined);
  return (
    <Card
      title={t('account.two_factor.title')}
      end={<Tag tone={since ? 'success' : 'plain'}>{t(since ? 'account.on' : 'account.off')}</Tag>}
    >
      <div className="card-item">
        {since ? <ShieldCheck /> : <Smartphone />}
        <div className="card-item-text">
          <b>
            {since
              ? t('account.two_factor.since', { date: formatFullDay(since) })
              : t('account.two_factor.why')}
          </b>
          <p>
            {since ? t('account.two_factor.left', { count: left }) : t('account.two_factor.how')}
            {since !== null && left <= fewCodes && ` ${t('account.two_factor.few')}`}
          </p>
          {isRequired && <p>{t('account.two_factor.stays')}</p>}
        </div>
        {since ? (
          <>
            <Button size="small" onClick={() => setOpen('codes')}>
              {t('account.two_factor.renew')}
            </Button>
            {!isRequired && (
              <Button size="small" look="danger-text" onClick={() => setOpen('remove')}>
                {t('account.two_factor.remove')}
              </Button>
            )}
          </>
        ) : (
          <Button size="small" look="primary" onClick={() => setOpen('begin')}>
            {t('account.two_factor.begin')}
          </Button>
        )}
      </div>
      {open === 'begin' && <TwoFactorPopup onClose={close} />}
      {open === 'codes' && <RecoveryCodesPopup onClose={close} />}
      {open === 'remove' && <RemoveTwoFactorPopup onClose={close} />}
    </Card>
  );
};
