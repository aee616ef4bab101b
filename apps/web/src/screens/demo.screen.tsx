import { AuthPage } from '#features/auth/ui/auth-page.tsx';
import { DemoForm } from '#features/auth/ui/demo-form.tsx';
import { useConfig } from '#shared/config/config.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useStore } from '#shared/lib/store.ts';
import { paths } from '#shared/paths/paths.ts';
import { ButtonLink } from '#shared/router/button-link.tsx';
import { session } from '#shared/session/session.ts';
import { NotFoundScreen } from './not-found.screen.tsx';
import { useTitle } from './use-title.ts';

const Offer = () => {
  const t = useText();
  const title = t('demo.title');
  useTitle(title);
  // Another account would take the place of theirs without a word.
  const isSignedIn = useStore(session, ({ authorized }) => authorized);
  if (isSignedIn)
    return (
      <AuthPage emoji="🎈" title={title} text={t('demo.signed_in')}>
        <ButtonLink full look="primary" size="large" to={paths.files()}>
          {t('confirm_email.files')}
        </ButtonLink>
      </AuthPage>
    );
  return (
    <AuthPage emoji="🎈" title={title} text={t('demo.text')}>
      <DemoForm />
    </AuthPage>
  );
};

/** `/demo`: a throwaway account to try the application; not there where it is off. */
export const DemoScreen = () => (useConfig(({ demo }) => demo) ? <Offer /> : <NotFoundScreen />);
