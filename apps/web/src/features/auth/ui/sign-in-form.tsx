import './sign-in-form.css';
import { Eye, EyeOff } from 'lucide-react';
import { useRef, useState, type SubmitEvent } from 'react';
import { ApiError } from '#shared/api/api-error.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { useSignIn } from '../auth.mutations.ts';
import { isEmail } from '../sign-in-rules.ts';

type FieldErrors = Partial<Record<'email' | 'password', string>>;

export const SignInForm = ({ onSignedIn }: { readonly onSignedIn: () => void }) => {
  const t = useText();
  const [visible, setVisible] = useState(false);
  const [missing, setMissing] = useState<FieldErrors>({});
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const signIn = useSignIn(onSignedIn);

  const refused = signIn.error instanceof ApiError ? signIn.error : undefined;
  const emailError = missing.email ?? refused?.errors['email']?.[0];
  const general = refused && (refused.status === 0 ? t('sign_in.unreachable') : errorText(refused));
  const passwordError =
    missing.password ?? refused?.errors['password']?.[0] ?? (emailError ? undefined : general);

  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (signIn.isPending) return;
    const form = new FormData(event.currentTarget);
    const field = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value : '';
    };
    const sent = { email: field('email').trim(), password: field('password') };
    const errors: FieldErrors = {
      ...(!isEmail(sent.email) && { email: t('sign_in.email_invalid') }),
      ...(sent.password === '' && { password: t('sign_in.password_missing') }),
    };
    setMissing(errors);
    if (errors.email) email.current?.focus();
    else if (errors.password) password.current?.focus();
    else
      signIn.mutate(
        { ...sent, remember: form.get('remember') !== null },
        { onError: () => password.current?.select() },
      );
  };
  const forget = (): void => {
    setMissing({});
    signIn.reset();
  };

  return (
    <form className="sign-in-form" noValidate onSubmit={onSubmit}>
      <TextField
        ref={email}
        label={t('sign_in.email')}
        name="email"
        type="email"
        size="large"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={emailError}
        onChange={forget}
      />
      <TextField
        ref={password}
        label={t('sign_in.password')}
        name="password"
        type={visible ? 'text' : 'password'}
        size="large"
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        error={passwordError}
        onChange={forget}
        end={
          <IconButton
            size="small"
            label={t(visible ? 'sign_in.hide_password' : 'sign_in.show_password')}
            icon={visible ? <EyeOff /> : <Eye />}
            onClick={() => setVisible(!visible)}
          />
        }
      />
      <label className="checkbox-label">
        <Checkbox name="remember" />
        {t('sign_in.remember')}
      </label>
      <Button type="submit" look="primary" size="large" full busy={signIn.isPending}>
        {t('sign_in.submit')}
      </Button>
    </form>
  );
};
