import './auth-form.css';
import { useState, type SubmitEvent } from 'react';
import { ApiError } from '#shared/api/api-error.ts';
import { useConfig } from '#shared/config/config.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { isEmail } from '#shared/lib/is-email.ts';
import { authPaths } from '#shared/paths/section-paths.ts';
import { Link } from '#shared/router/link.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { useAuthForm } from '../form.ts';
import { refusalText } from '../refusal.ts';
import { useSignIn } from '../sign-in.mutations.ts';
import { useBotCheck } from '../use-bot-check.ts';
import { signInAs } from '../login-flows.store.ts';
import { AuthProblem } from './auth-problem.tsx';
import { EmailField } from './email-field.tsx';

interface SignInFormProps {
  /** Reason that the previous attempt failed. */
  readonly ended?: unknown;
  /** Called where the second factor is required. */
  readonly onChallenge: () => void;
}

/** Asks for email and password. */
export const SignInForm = ({ ended, onChallenge }: SignInFormProps) => {
  const t = useText();
  const isOpen = useConfig(({ registration }) => registration);
  const isDemo = useConfig(({ demo }) => demo);
  const { proof, problemOf, retry } = useBotCheck('sign_in');
  const signIn = useSignIn({ proof, onChallenge });
  const { form, faults, left, read, forget } = useAuthForm(signIn, { autoFocus: true });
  const [past, setPast] = useState(ended);
  const isWrong = left instanceof ApiError && left.code === 'sign_in.failed';

  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const values = read((value) => ({
      email: isEmail(value('email')) ? undefined : t('sign_in.email_invalid'),
      password: value('password') ? undefined : t('sign_in.password_missing'),
    }));
    setPast(undefined);
    if (!values) return;
    signIn.mutate({
      email: values('email').trim(),
      password: values('password'),
      remember: values('remember') !== '',
    });
  };
  const onChange = (): void => {
    forget();
    setPast(undefined);
  };

  return (
    <form ref={form} className="auth-form" noValidate onSubmit={onSubmit}>
      <EmailField defaultValue={signInAs.get()} error={faults['email']} onChange={onChange} />
      <div className="sign-in-password">
        <PasswordField
          label={t('sign_in.password')}
          name="password"
          autoComplete="current-password"
          error={faults['password'] ?? (isWrong ? refusalText(left) : undefined)}
          onChange={onChange}
        />
        <Link className="link" to={authPaths.forgottenPassword()}>
          {t('sign_in.forgotten')}
        </Link>
      </div>
      <label className="checkbox-label">
        <Checkbox name="remember" />
        {t('sign_in.remember')}
      </label>
      <AuthProblem
        error={problemOf(isWrong ? undefined : (left ?? past))}
        onOver={signIn.reset}
        onRetry={retry}
      />
      <Button type="submit" look="primary" size="large" full busy={signIn.isPending}>
        {t('sign_in.submit')}
      </Button>
      {isOpen && (
        <p className="auth-aside">
          {t('register.offer')}{' '}
          <Link className="link" to={authPaths.register()}>
            {t('sign_in.register')}
          </Link>
        </p>
      )}
      {isDemo && (
        <p className="auth-aside">
          {t('demo.offer')}{' '}
          <Link className="link" to={authPaths.demo()}>
            {t('demo.title')}
          </Link>
        </p>
      )}
    </form>
  );
};
