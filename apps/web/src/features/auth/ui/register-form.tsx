import './auth-form.css';
import { useState, type SubmitEvent } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { isEmail } from '#shared/lib/is-email.ts';
import { newPasswordFaults } from '#shared/lib/new-password.ts';
import { paths } from '#shared/paths/paths.ts';
import { Link } from '#shared/router/link.tsx';
import { Button } from '#shared/ui/button.tsx';
import { NewPasswordFields } from '#shared/ui/new-password-fields.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { useFaults, valueOf } from '../form.ts';
import { useBotCheck } from '../use-bot-check.ts';
import { useRegister } from '../ways-in.mutations.ts';
import { AuthProblem } from './auth-problem.tsx';
import { EmailField } from './email-field.tsx';

const fields = ['first_name', 'last_name', 'email', 'password', 'password_confirmation'] as const;
const names = [
  ['first_name', 'given-name'],
  ['last_name', 'family-name'],
] as const;
/** What a password should not be made of. */
const aboutPerson = ['first_name', 'last_name', 'email'] as const;

const valuesOf = (form: HTMLFormElement) =>
  Object.fromEntries(fields.map((name) => [name, valueOf(form, name)])) as Record<
    (typeof fields)[number],
    string
  >;

/** Asks for what an account begins with. */
export const RegisterForm = () => {
  const t = useText();
  const { proof, problemOf, retry } = useBotCheck('register');
  const register = useRegister(proof);
  const { form, faults, check, forget } = useFaults(register);
  const [about, setAbout] = useState<readonly string[]>([]);

  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const account = valuesOf(event.currentTarget);
    const isComplete = check({
      first_name: account.first_name.trim() === '' ? t('register.name_missing') : undefined,
      email: isEmail(account.email) ? undefined : t('sign_in.email_invalid'),
      ...newPasswordFaults(account.password, account.password_confirmation),
    });
    if (isComplete) register.mutate({ ...account, email: account.email.trim() });
  };
  const onChange = (): void => {
    forget();
    const account = form.current && valuesOf(form.current);
    if (account) setAbout(aboutPerson.map((name) => account[name]));
  };

  return (
    <form ref={form} className="auth-form" noValidate onSubmit={onSubmit}>
      {names.map(([name, autoComplete]) => (
        <TextField
          key={name}
          label={t(`register.${name}`)}
          name={name}
          size="large"
          autoComplete={autoComplete}
          error={faults[name]}
          onChange={onChange}
        />
      ))}
      <EmailField error={faults['email']} onChange={onChange} />
      <NewPasswordFields label={t('sign_in.password')} faults={faults} about={about} onChange={onChange} />
      <AuthProblem
        error={problemOf(register.error)}
        fields={fields}
        onOver={register.reset}
        onRetry={retry}
      />
      <Button type="submit" look="primary" size="large" full busy={register.isPending}>
        {t('register.submit')}
      </Button>
      <p className="auth-aside">
        {t('register.sign_in')}{' '}
        <Link className="link" to={paths.signIn()}>
          {t('sign_in.submit')}
        </Link>
      </p>
    </form>
  );
};
