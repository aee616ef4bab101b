import './auth-form.css';
import { useState, type SubmitEvent } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { isEmail } from '#shared/lib/is-email.ts';
import { newPasswordFault, newPasswordOf } from '#shared/lib/new-password.ts';
import { valuesIn } from '#shared/lib/use-form.ts';
import { paths } from '#shared/paths/paths.ts';
import { Link } from '#shared/router/link.tsx';
import { Button } from '#shared/ui/button.tsx';
import { NewPasswordField } from '#shared/ui/new-password-field.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { useAuthForm } from '../form.ts';
import { useBotCheck } from '../use-bot-check.ts';
import { useRegister } from '../login-flows.mutations.ts';
import { AuthProblem } from './auth-problem.tsx';
import { EmailField } from './email-field.tsx';

const names = [
  ['first_name', 'given-name'],
  ['last_name', 'family-name'],
] as const;
/** Values that a password must not contain. */
const aboutPerson = ['first_name', 'last_name', 'email'] as const;

/** Registers an account. */
export const RegisterForm = () => {
  const t = useText();
  const { proof, problemOf, retry } = useBotCheck('register');
  const register = useRegister(proof);
  const { form, faults, left, read, forget } = useAuthForm(register);
  const [about, setAbout] = useState<readonly string[]>([]);

  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const values = read((value) => ({
      first_name: value('first_name').trim() ? undefined : t('register.name_missing'),
      email: isEmail(value('email')) ? undefined : t('sign_in.email_invalid'),
      password: newPasswordFault(value('password')),
    }));
    if (!values) return;
    register.mutate({
      first_name: values('first_name'),
      last_name: values('last_name'),
      email: values('email').trim(),
      ...newPasswordOf(values('password')),
    });
  };
  const onChange = (): void => {
    forget();
    setAbout(aboutPerson.map(valuesIn(form.current)));
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
      <NewPasswordField
        label={t('sign_in.password')}
        error={faults['password']}
        about={about}
        onChange={onChange}
      />
      <AuthProblem error={problemOf(left)} onOver={register.reset} onRetry={retry} />
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
