import { AuthPage } from '#features/auth/ui/auth-page.tsx';
import { DemoForm } from '#features/auth/ui/demo-form.tsx';
import { useConfig } from '#shared/config/config.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { NotFoundScreen } from './not-found.screen.tsx';
import { useTitle } from './use-title.ts';

const Offer = () => {
  const t = useText();
  const title = t('demo.title');
  useTitle(title);
  return (
    <AuthPage emoji="🎈" title={title} text={t('demo.text')}>
      <DemoForm />
    </AuthPage>
  );
};

/** `/demo`: a throwaway account for whoever wants to try the application; not there where it is off. */
export const DemoScreen = () => (useConfig(({ demo }) => demo) ? <Offer /> : <NotFoundScreen />);
