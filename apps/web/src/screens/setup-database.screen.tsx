import { DatabaseForm } from '#features/setup/ui/database-form.tsx';
import { SetupPage } from '#features/setup/ui/setup-page.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { useTitle } from './use-title.ts';

/** `/setup-wizard/database`: where rows are kept. */
export const SetupDatabaseScreen = () => {
  const t = useText();
  useTitle(t('setup.database.title'));
  return (
    <SetupPage step="database" title={t('setup.database.title')} text={t('setup.database.text')}>
      <DatabaseForm />
    </SetupPage>
  );
};
