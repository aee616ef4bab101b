import { AuthPage } from '#features/auth/ui/auth-page.tsx';
import { RegisterForm } from '#features/auth/ui/register-form.tsx';
import { useConfig } from '#shared/config/config.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { NotFoundScreen } from './not-found.screen.tsx';
import { useTitle } from './use-title.ts';

const OpenRegistration = () => {
  const t = useText();
  const title = t('register.title');
  useTitle(title);
  return (
    <AuthPage title={title} text={t('register.text')}>
      <RegisterForm />
    </AuthPage>
  );
};

/** `/register`: there only where people may make themselves an account. */
export const RegisterScreen = () =>
  useConfig(({ registration }) => registration) ? <OpenRegistration /> : <NotFoundScreen />;
