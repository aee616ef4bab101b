import './auth-form.css';
import type { SubmitEvent } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { isEmail } from '#shared/lib/is-email.ts';
import { Button } from '#shared/ui/button.tsx';
import { useAuthForm } from '../form.ts';
import { useBotCheck } from '../use-bot-check.ts';
import { useRequestLink } from '../login-flows.mutations.ts';
import { sentMail, signInAs } from '../login-flows.store.ts';
import { AuthProblem } from './auth-problem.tsx';
import { EmailField } from './email-field.tsx';
import { SignInBack } from './sign-in-back.tsx';

/** Asks for the address to mail a password link to. */
export const ForgottenForm = () => {
  const t = useText();
  const { proof, problemOf, retry } = useBotCheck('forgot_password');
  const request = useRequestLink(proof);
  const { form, faults, left, read, forget } = useAuthForm(request);

  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const values = read((value) => ({
      email: isEmail(value('email')) ? undefined : t('sign_in.email_invalid'),
    }));
    if (values) request.mutate(values('email').trim());
  };

  return (
    <form ref={form} className="auth-form" noValidate onSubmit={onSubmit}>
      <EmailField
        defaultValue={sentMail.get()?.email ?? signInAs.get()}
        error={faults['email']}
        onChange={forget}
      />
      <AuthProblem error={problemOf(left)} onOver={request.reset} onRetry={retry} />
      <Button type="submit" look="primary" size="large" full busy={request.isPending}>
        {t('forgotten_password.submit')}
      </Button>
      <SignInBack />
    </form>
  );
};
