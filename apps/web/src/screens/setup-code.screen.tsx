import { CodeForm } from '#features/setup/ui/code-form.tsx';
import { SetupSheet } from '#features/setup/ui/setup-page.tsx';
import type { ApiError } from '#shared/api/api-error.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useTitle } from './use-title.ts';

/** Asks visitors who have not come by the printed link for the code in it. */
export const SetupCodeScreen = ({ refusal }: { readonly refusal: ApiError }) => {
  const t = useText();
  useTitle(t('setup.code.title'));
  return (
    <SetupSheet step={undefined} done={[]} title={t('setup.code.title')} text={t('setup.code.text')}>
      <CodeForm refusal={refusal} />
    </SetupSheet>
  );
};
