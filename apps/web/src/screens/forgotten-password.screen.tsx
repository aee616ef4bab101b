import { AuthPage } from '#features/auth/ui/auth-page.tsx';
import { ForgottenForm } from '#features/auth/ui/forgotten-form.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { useTitle } from './use-title.ts';

/** `/forgotten-password` */
export const ForgottenPasswordScreen = () => {
  const t = useText();
  const title = t('forgotten_password.title');
  useTitle(title);
  return (
    <AuthPage title={title} text={t('forgotten_password.text')}>
      <ForgottenForm />
    </AuthPage>
  );
};
