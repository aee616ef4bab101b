import { AppForm } from '#features/setup/ui/app-form.tsx';
import { SetupPage } from '#features/setup/ui/setup-page.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { useTitle } from './use-title.ts';

/** `/setup-wizard/app-setup`: the name, the look and the rules of the application. */
export const SetupAppScreen = () => {
  const t = useText();
  useTitle(t('setup.app.title'));
  return (
    <SetupPage step="app-setup" title={t('setup.app.title')} text={t('setup.app.text')}>
      <AppForm />
    </SetupPage>
  );
};
