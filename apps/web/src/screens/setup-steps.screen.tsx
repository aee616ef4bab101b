import type { ReactNode } from 'react';
import { useSetup } from '#features/setup/setup.queries.ts';
import { AdminForm } from '#features/setup/ui/admin-form.tsx';
import { AppForm } from '#features/setup/ui/app-form.tsx';
import { DatabaseForm } from '#features/setup/ui/database-form.tsx';
import { EnvironmentForm } from '#features/setup/ui/environment-form.tsx';
import { PurchaseForm } from '#features/setup/ui/purchase-form.tsx';
import { SetupPage } from '#features/setup/ui/setup-page.tsx';
import { StatusForm } from '#features/setup/ui/status-form.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import type { SetupStep } from '#shared/paths/setup-paths.ts';
import { useTitle } from './use-title.ts';

interface StepScreenProps {
  readonly step: SetupStep;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

const StepScreen = ({ title, ...page }: StepScreenProps) => {
  useTitle(title);
  return <SetupPage {...{ title, ...page }} />;
};

/** `/setup-wizard/status-check`: whether the server has what it needs. */
export const SetupStatusScreen = () => {
  const t = useText();
  return (
    <StepScreen step="status-check" title={t('setup.check.title')} text={t('setup.check.text')}>
      <StatusForm />
    </StepScreen>
  );
};

/** `/setup-wizard/purchase-code`: for people who were given one. */
export const SetupPurchaseScreen = () => {
  const t = useText();
  const { required } = useSetup().kept.purchase_code;
  return (
    <StepScreen
      step="purchase-code"
      title={t('setup.purchase.title')}
      text={t(required ? 'setup.purchase.required_text' : 'setup.purchase.text')}
    >
      <PurchaseForm />
    </StepScreen>
  );
};

/** `/setup-wizard/database`: where rows are kept. */
export const SetupDatabaseScreen = () => {
  const t = useText();
  return (
    <StepScreen step="database" title={t('setup.database.title')} text={t('setup.database.text')}>
      <DatabaseForm />
    </StepScreen>
  );
};

/** `/setup-wizard/environment`: address, storage and e-mail. */
export const SetupEnvironmentScreen = () => {
  const t = useText();
  return (
    <StepScreen step="environment" title={t('setup.environment.title')} text={t('setup.environment.text')}>
      <EnvironmentForm />
    </StepScreen>
  );
};

/** `/setup-wizard/app-setup`: the name, the look and the rules of the application. */
export const SetupAppScreen = () => {
  const t = useText();
  return (
    <StepScreen step="app-setup" title={t('setup.app.title')} text={t('setup.app.text')}>
      <AppForm />
    </StepScreen>
  );
};

/** `/setup-wizard/admin-setup`: the first account, and the end. */
export const SetupAdminScreen = () => {
  const t = useText();
  return (
    <StepScreen step="admin-setup" title={t('setup.admin.title')} text={t('setup.admin.text')}>
      <AdminForm />
    </StepScreen>
  );
};
