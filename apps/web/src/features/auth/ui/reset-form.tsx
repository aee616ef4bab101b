import './auth-form.css';
import type { SubmitEvent } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { newPasswordFault, newPasswordOf } from '#shared/lib/new-password.ts';
import { Button } from '#shared/ui/button.tsx';
import { NewPasswordField } from '#shared/ui/new-password-field.tsx';
import { useAuthForm } from '../form.ts';
import type { LinkToken } from '../link-token.ts';
import { useResetPassword } from '../login-flows.mutations.ts';
import { AuthProblem } from './auth-problem.tsx';

interface ResetFormProps {
  readonly link: LinkToken;
  /** The account has no password yet. */
  readonly isFirst: boolean;
  /** Called when the link is no longer valid. */
  readonly onExpired: () => void;
}

/** Sets a new password by a mailed link. */
export const ResetForm = ({ link, isFirst, onExpired }: ResetFormProps) => {
  const t = useText();
  const reset = useResetPassword({ isFirst, onExpired });
  const { form, faults, left, read, forget } = useAuthForm(reset);

  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const values = read((value) => ({ password: newPasswordFault(value('password')) }));
    if (values) reset.mutate({ ...link, ...newPasswordOf(values('password')) });
  };

  return (
    <form ref={form} className="auth-form" noValidate onSubmit={onSubmit}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" name="email" autoComplete="username" value={link.email} readOnly hidden />
      <NewPasswordField
        label={t(isFirst ? 'sign_in.password' : 'new_password.password')}
        error={faults['password']}
        about={[link.email]}
        onChange={forget}
      />
      <AuthProblem error={left} onOver={reset.reset} />
      <Button type="submit" look="primary" size="large" full busy={reset.isPending}>
        {t('new_password.submit')}
      </Button>
    </form>
  );
};
