import { setupEndpoints } from '@holdall/contract/setup.endpoints';
import { useState, type SubmitEvent } from 'react';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useForm } from '#shared/lib/use-form.ts';
import { Button } from '#shared/ui/button.tsx';
import { FormProblem } from '#shared/ui/field-error.tsx';
import { TextRow } from '#shared/ui/text-row.tsx';
import { callSetup } from '../call-setup.ts';
import { useSetup } from '../setup.queries.ts';
import { goOn, useStep } from '../use-step.ts';
import { Locked, SetupField } from './field.tsx';
import { SetupFooter } from './setup-footer.tsx';

const step = 'purchase-code';

/** Asks for a purchase code, which is optional. */
export const PurchaseForm = () => {
  const t = useText();
  const { kept, locked } = useSetup();
  const { required, given, holder } = kept.purchase_code;
  const isLocked = locked.includes('purchase_code');
  const [code, setCode] = useState('');
  const save = useStep(step, (written: string | null) =>
    callSetup(setupEndpoints.savePurchaseCode, { body: { code: written } }),
  );
  const { form, faults, left, check, forget } = useForm(save.error);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    // There is nothing to save.
    if (isLocked || (given && code.trim() === '')) return goOn(step);
    const isMissing = required && code.trim() === '';
    if (check({ code: isMissing ? t('setup.purchase.missing') : undefined }))
      save.mutate(code.trim() || null);
  };
  return (
    <form ref={form} className="setup-form" noValidate onSubmit={onSubmit}>
      {isLocked ? (
        <Locked>
          {t('setup.purchase.locked')}
          {holder !== null && ` ${t('setup.purchase.holder', { holder })}`}
        </Locked>
      ) : (
        <TextRow
          Row={SetupField}
          label={t('setup.purchase.code')}
          help={
            holder === null
              ? given
                ? t('setup.purchase.given')
                : undefined
              : t('setup.purchase.holder', { holder })
          }
          error={faults['code']}
          name="code"
          maxLength={8192}
          value={code}
          onWrite={(written) => {
            setCode(written);
            forget();
          }}
        />
      )}
      {left && <FormProblem>{errorText(left)}</FormProblem>}
      <SetupFooter step={step} action={t('setup.continue')} busy={save.isPending}>
        {!required && !isLocked && (
          <Button size="large" disabled={save.isPending} onClick={() => save.mutate(null)}>
            {t('setup.purchase.skip')}
          </Button>
        )}
      </SetupFooter>
    </form>
  );
};
