import './auth-form.css';
import type { SubmitEvent } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { authPaths } from '#shared/paths/section-paths.ts';
import { Link } from '#shared/router/link.tsx';
import { Button } from '#shared/ui/button.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { useAuthForm } from '../form.ts';
import type { useConfirmEmail } from '../login-flows.mutations.ts';
import { AuthProblem } from './auth-problem.tsx';
import { SignInBack } from './sign-in-back.tsx';

interface ConfirmRegistrationProps {
  readonly token: string;
  readonly email: string;
  readonly confirm: ReturnType<typeof useConfirmEmail>;
}

/** Asks for the chosen password, which proves that the same person registered the address. */
export const ConfirmRegistration = ({ token, email, confirm }: ConfirmRegistrationProps) => {
  const t = useText();
  const { form, faults, left, read, forget } = useAuthForm(confirm);

  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const values = read((value) => ({
      password: value('password') ? undefined : t('sign_in.password_missing'),
    }));
    if (values) confirm.mutate({ token, password: values('password') });
  };

  return (
    <form ref={form} className="auth-form" noValidate onSubmit={onSubmit}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t('sign_in.password')}
        name="password"
        autoComplete="current-password"
        error={faults['password']}
        onChange={forget}
      />
      <AuthProblem error={left} onOver={confirm.reset} />
      <Button type="submit" look="primary" size="large" full busy={confirm.isPending}>
        {t('confirm_email.action')}
      </Button>
      <p className="auth-aside">
        {t('confirm_email.unknown_password')}{' '}
        <Link className="link" to={authPaths.register()}>
          {t('confirm_email.register_again')}
        </Link>
      </p>
      <SignInBack />
    </form>
  );
};
