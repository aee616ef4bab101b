import { useSetup } from '#features/setup/setup.queries.ts';
import { PurchaseForm } from '#features/setup/ui/purchase-form.tsx';
import { SetupPage } from '#features/setup/ui/setup-page.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { useTitle } from './use-title.ts';

/** `/setup-wizard/purchase-code`: for people who were given one. */
export const SetupPurchaseScreen = () => {
  const t = useText();
  const { required } = useSetup().kept.purchase_code;
  useTitle(t('setup.purchase.title'));
  return (
    <SetupPage
      step="purchase-code"
      title={t('setup.purchase.title')}
      text={t(required ? 'setup.purchase.required_text' : 'setup.purchase.text')}
    >
      <PurchaseForm />
    </SetupPage>
  );
};
