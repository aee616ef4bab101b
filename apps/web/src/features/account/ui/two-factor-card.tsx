import { ShieldCheck, Smartphone } from 'lucide-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { fewCodes } from '#shared/lib/few-codes.ts';
import { formatFullDay } from '#shared/lib/format-time.ts';
import { userQuery } from '#shared/session/session.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { Tag } from '#shared/ui/tag.tsx';
import { RecoveryCodesPopup } from './recovery-codes.popup.tsx';
import { RemoveTwoFactorPopup } from './remove-two-factor.popup.tsx';
import { TwoFactorPopup } from './two-factor.popup.tsx';

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
