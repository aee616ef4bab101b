import { AdminForm } from '#features/setup/ui/admin-form.tsx';
import { SetupPage } from '#features/setup/ui/setup-page.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { useTitle } from './use-title.ts';

/** `/setup-wizard/admin-setup`: the first account, and the end. */
export const SetupAdminScreen = () => {
  const t = useText();
  useTitle(t('setup.admin.title'));
  return (
    <SetupPage step="admin-setup" title={t('setup.admin.title')} text={t('setup.admin.text')}>
      <AdminForm />
    </SetupPage>
  );
};
