import { AuthPage } from '#features/auth/ui/auth-page.tsx';
import { ForgottenForm } from '#features/auth/ui/forgotten-form.tsx';
import { NoMail } from '#features/auth/ui/no-mail.tsx';
import { useConfig } from '#shared/config/config.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useTitle } from './use-title.ts';

/** `/forgotten-password` */
export const ForgottenPasswordScreen = () => {
  const t = useText();
  const title = t('forgotten_password.title');
  useTitle(title);
  // A link that was asked for would reach nobody then, however long they wait for it.
  const areMailsSent = useConfig(({ mails }) => mails);
  return (
    <AuthPage title={title} text={t(areMailsSent ? 'forgotten_password.text' : 'forgotten_password.no_mail')}>
      {areMailsSent ? <ForgottenForm /> : <NoMail />}
    </AuthPage>
  );
};
