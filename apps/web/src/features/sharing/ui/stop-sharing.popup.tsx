import { Link2Off } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { ConfirmPopup } from '#shared/ui/confirm.popup.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { useRevokeLinks } from '../sharing.mutations.ts';

interface StopSharingPopupProps {
  readonly tokens: readonly string[];
  /** Called with the ended links. */
  readonly onEnded: (tokens: readonly string[]) => void;
  /** Called after all links have ended. */
  readonly onStopped: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation, then ends links. */
export const StopSharingPopup = ({ tokens, onEnded, onStopped, onClose }: StopSharingPopupProps) => {
  const t = useText();
  const count = tokens.length;
  const revoke = useRevokeLinks(onEnded);
  return (
    <ConfirmPopup
      title={count === 1 ? t('share.stop_title') : t('share.stop_title_many', { count })}
      message={t(count === 1 ? 'share.stop_text' : 'share.stop_text_many')}
      action={t('share.stop')}
      busy={revoke.isPending}
      onConfirm={() =>
        revoke.mutate(tokens, {
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
