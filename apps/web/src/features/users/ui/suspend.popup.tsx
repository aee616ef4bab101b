import { useId, useState, type SubmitEvent } from 'react';
import type { ManagedUser } from '@holdall/contract/admin-users';
import { reasonLimit } from '@holdall/contract/limits';
import { useText } from '#shared/i18n/use-text.ts';
import { calledOf } from '#shared/lib/called-of.ts';
import { FormFooter } from '#shared/ui/form-footer.tsx';
import { Popup } from '#shared/ui/popup.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { useUserChanges, useUserAction } from '../user-changes.ts';

interface SuspendPopupProps {
  readonly user: ManagedUser;
  readonly onClose: () => void;
}

/** Asks for confirmation and a reason before it suspends a user, who will read it. */
export const SuspendPopup = ({ user, onClose }: SuspendPopupProps) => {
  const t = useText();
  const id = useId();
  const { update } = useUserChanges(user.id);
  const [reason, setReason] = useState('');
  const name = calledOf(user.attributes);
  const suspend = useUserAction(async () => {
    await update({ status: 'suspended', reason: reason.trim() || null });
    return t('user.suspended', { name });
  }, onClose);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    suspend.mutate();
  };
  return (
    <Popup
      title={t('user.suspend.title', { name })}
      describedBy={id}
      onClose={suspend.isPending ? undefined : onClose}
    >
      <form onSubmit={onSubmit}>
        <div className="popup-content">
          <p id={id} className="confirm-message">
            {t('user.suspend.message', { name })}
          </p>
          <TextField
            label={t('user.suspend.reason')}
            value={reason}
            maxLength={reasonLimit}
            autoComplete="off"
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </div>
        <FormFooter
          action={t('user.suspend.submit')}
          look="danger"
          busy={suspend.isPending}
          onClose={onClose}
        />
      </form>
    </Popup>
  );
};
