import { StatusForm } from '#features/setup/ui/status-form.tsx';
import { SetupPage } from '#features/setup/ui/setup-page.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { useTitle } from './use-title.ts';

/** `/setup-wizard/status-check`: whether the server has what it needs. */
export const SetupStatusScreen = () => {
  const t = useText();
  useTitle(t('setup.check.title'));
  return (
    <SetupPage step="status-check" title={t('setup.check.title')} text={t('setup.check.text')}>
      <StatusForm />
    </SetupPage>
  );
};
