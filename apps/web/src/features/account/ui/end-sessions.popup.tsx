import { ConfirmPasswordPopup } from '#shared/ui/confirm-password.popup.tsx';
import { useEndSessions } from '../account.mutations.ts';

interface EndSessionsPopupProps {
  /** Id of the session to end; undefined ends all but this one. */
  readonly id?: string;
  readonly title: string;
  readonly text?: string;
  readonly action: string;
  readonly onClose: () => void;
}

/**
 * Signs other devices out. The password is required, so that a person who finds an unlocked device cannot lock its
 * owner out.
 */
export const EndSessionsPopup = ({ id, title, text, action, onClose }: EndSessionsPopupProps) => {
  const end = useEndSessions();
  return (
    <ConfirmPasswordPopup
      danger
      title={title}
      {...(text !== undefined && { text })}
      action={action}
      busy={end.isPending}
      error={end.error}
      onConfirm={(password) => end.mutate({ id, current_password: password }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
};
