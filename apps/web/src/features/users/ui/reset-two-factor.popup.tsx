import { useQueryClient } from '@tanstack/react-query';
import { useId, useState, type SubmitEvent } from 'react';
import type { ManagedUser } from '@holdall/contract/admin-users';
import { ApiError } from '#shared/api/api-error.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { administer } from '#shared/session/administer.ts';
import { FormFooter } from '#shared/ui/form-footer.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { Popup } from '#shared/ui/popup.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { calledOf } from '../user-name.ts';
import { keepUser } from '../users.queries.ts';

interface ResetTwoFactorPopupProps {
  readonly user: ManagedUser;
  readonly onClose: () => void;
}

/** Asks for the administrator's own password before somebody's second factor goes. */
export const ResetTwoFactorPopup = ({ user, onClose }: ResetTwoFactorPopupProps) => {
  const t = useText();
  const id = useId();
  const client = useQueryClient();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const name = calledOf(user);
  const reset = useMutation({
    mutationFn: () =>
      administer('resetUserTwoFactor', { params: { id: user.id }, body: { current_password: password } }),
    onSuccess: ({ data }) => {
      keepUser(client, data);
      showToast({ type: 'success', message: t('user_password.two_factor_was_reset', { name }) });
      onClose();
    },
    onError: (failure) =>
      setError(
        (failure instanceof ApiError && failure.errors['current_password']?.[0]) || errorText(failure),
      ),
  });
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    reset.mutate();
  };
  return (
    <Popup
      alert
      title={t('user_password.two_factor_title', { name })}
      describedBy={id}
      onClose={reset.isPending ? undefined : onClose}
    >
      <form onSubmit={onSubmit}>
        <div className="popup-content">
          <p id={id} className="confirm-message">
            {t('user_password.two_factor_message', { name })}
          </p>
          <PasswordField
            label={t('user_password.two_factor_own')}
            value={password}
            error={error}
            autoComplete="current-password"
            onChange={({ currentTarget }) => {
              setPassword(currentTarget.value);
              setError(undefined);
            }}
          />
        </div>
        <FormFooter
          action={t('user_password.two_factor_submit')}
          look="danger"
          busy={reset.isPending}
          disabled={password === ''}
          onClose={onClose}
        />
      </form>
    </Popup>
  );
};
