import { EnvironmentForm } from '#features/setup/ui/environment-form.tsx';
import { SetupPage } from '#features/setup/ui/setup-page.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { useTitle } from './use-title.ts';

/** `/setup-wizard/environment`: address, storage and e-mail. */
export const SetupEnvironmentScreen = () => {
  const t = useText();
  useTitle(t('setup.environment.title'));
  return (
    <SetupPage step="environment" title={t('setup.environment.title')} text={t('setup.environment.text')}>
      <EnvironmentForm />
    </SetupPage>
  );
};
