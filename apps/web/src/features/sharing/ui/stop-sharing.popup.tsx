import { Link2Off } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { ConfirmPopup } from '#shared/ui/confirm.popup.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { useRevokeLinks, type LinksToEnd } from '../sharing.mutations.ts';

interface StopSharingPopupProps {
  readonly links: LinksToEnd;
  /** Number of links, where it is not that of the items. */
  readonly count?: number;
  /** Called with the token, or with the items whose links have ended. */
  readonly onEnded: (ended: readonly string[]) => void;
  /** Called after all links have ended. */
  readonly onStopped: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation, then ends links. */
export const StopSharingPopup = ({ links, onEnded, onStopped, onClose, ...known }: StopSharingPopupProps) => {
  const t = useText();
  const targets = 'token' in links ? 1 : links.itemIds.length;
  const { count = targets } = known;
  const revoke = useRevokeLinks(onEnded);
  return (
    <ConfirmPopup
      title={targets === 1 ? t('share.stop_title') : t('share.stop_title_many', { count: targets })}
      message={t(count === 1 ? 'share.stop_text' : 'share.stop_text_many')}
      action={t('share.stop')}
      busy={revoke.isPending}
      onConfirm={() =>
        revoke.mutate(links, {
          onSuccess: () => {
            onStopped();
            showToast({
              type: 'success',
              icon: <Link2Off />,
              message: t('share.stopped', { count }),
            });
          },
          onError: onClose,
        })
      }
      onClose={onClose}
    />
  );
};
