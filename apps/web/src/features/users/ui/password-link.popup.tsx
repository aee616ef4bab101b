import { useEffect, useState } from 'react';
import type { ManagedUser, PasswordLink } from '@holdall/contract/admin-users';
import { useText } from '#shared/i18n/use-text.ts';
import { calledOf } from '#shared/lib/called-of.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { QrPicture } from '#shared/links/qr-code.tsx';
import { Button } from '#shared/ui/button.tsx';
import { CopiedLink, copyLink, type Copying } from '#shared/ui/copied-link.tsx';
import { Popup, PopupFooter } from '#shared/ui/popup.tsx';

interface PasswordLinkPopupProps {
  readonly user: ManagedUser;
  readonly kind: 'reset' | 'invitation';
  readonly link: PasswordLink;
  readonly onClose: () => void;
}

/** Shows a link to a new password once, for an administrator to hand over. */
export const PasswordLinkPopup = ({ user, kind, link, onClose }: PasswordLinkPopupProps) => {
  const t = useText();
  const name = calledOf(user.attributes);
  const { url } = link;
  // The link cannot be shown again, so it is copied and selected at once; a hasty Enter loses nothing.
  const [tried, setTried] = useState<Copying>();
  useEffect(() => {
    let isGone = false;
    void copyLink(url).then((result) => {
      if (!isGone) setTried(result);
    });
    return () => {
      isGone = true;
    };
  }, [url]);
  return (
    <Popup title={t(`password_link.${kind}_title`, { name })} onClose={onClose}>
      <div className="popup-content form-fields">
        <CopiedLink
          address={url}
          tried={tried}
          spoken={t(tried === 'refused' ? 'share.refused' : 'copy.done')}
        />
        <QrPicture svg={link.svg} alt={t('password_link.qr_alt')} />
        <p>
          {t('password_link.until', { date: formatLongDate(link.expires_at) })}{' '}
          {t('password_link.once', { email: user.attributes.email })}
        </p>
      </div>
      <PopupFooter>
        <Button look="primary" onClick={onClose}>
          {t('actions.close')}
        </Button>
      </PopupFooter>
    </Popup>
  );
};
