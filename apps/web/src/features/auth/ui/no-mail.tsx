import './auth-form.css';
import { useText } from '#shared/i18n/use-text.ts';
import { SignInBack } from './sign-in-back.tsx';

/** Sets a password on the server itself. */
const command = 'holdall user reset-password';

/** The way on where no link can be mailed: administrators make links, and whoever runs the server needs none. */
export const NoMail = () => {
  const t = useText();
  const [before, after] = t('forgotten_password.operator', { command: '\n' }).split('\n');
  return (
    <div className="auth-form">
      <p className="auth-operator">
        {before}
        <code>{command}</code>
        {after}
      </p>
      <SignInBack />
    </div>
  );
};
