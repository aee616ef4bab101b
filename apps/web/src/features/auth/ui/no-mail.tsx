import './auth-form.css';
import { useText } from '#shared/i18n/use-text.ts';
import { SignInBack } from './sign-in-back.tsx';

/** Command that sets a password on the server. */
const command = 'holdall user reset-password';

/**
 * Explains the alternatives where no link can be mailed: administrators create links, and operators use the command
 * line.
 */
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
