import { setupEndpoints } from '@holdall/contract/setup.endpoints';
import type { SubmitEvent } from 'react';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useForm, type Faults } from '#shared/lib/use-form.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { ChoiceCards } from '#shared/ui/choice-cards.tsx';
import { FormProblem } from '#shared/ui/field-error.tsx';
import { callSetup } from '../call-setup.ts';
import { databaseDraftOf, databaseFaults, databaseOf, refusalOf, type DatabaseDraft } from '../database.ts';
import { useSetup } from '../setup.queries.ts';
import { wizard } from '../setup.store.ts';
import { useDraft } from '../use-draft.ts';
import { goOn, useStep } from '../use-step.ts';
import { DatabaseOutcome } from './database-outcome.tsx';
import { Locked } from './field.tsx';
import { PostgresFields } from './postgres-fields.tsx';
import { SetupFooter } from './setup-footer.tsx';

const step = 'database';
const kinds = ['sqlite', 'postgres'] as const;

const save = async (draft: DatabaseDraft) => {
  const answer = await callSetup(setupEndpoints.saveSetupDatabase, { body: databaseOf(draft) });
  if (answer.meta.installed) wizard.set({ is: 'over', where: 'joined' });
  return answer;
};

/** Chooses the database, which is tested before it is saved. */
export const DatabaseForm = () => {
  const t = useText();
  const { kept, locked } = useSetup();
  const isLocked = locked.includes('database');
  const [draft, change] = useDraft(step, () => databaseDraftOf(kept.database));
  const keep = useStep(step, save);
  const test = useMutation({
    mutationFn: () => callSetup(setupEndpoints.testSetupDatabase, { body: databaseOf(draft) }),
  });
  const error = keep.error ?? test.error;
  const refusal = refusalOf(error, draft);
  const { form, faults, left, check, forget } = useForm(error);
  const onChange = (changed: Partial<DatabaseDraft>): void => {
    change(changed);
    forget();
    keep.reset();
    test.reset();
  };
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isLocked) return goOn(step);
    test.reset();
    if (check(databaseFaults(t, draft))) keep.mutate(draft);
  };
  const onTest = (): void => {
    keep.reset();
    if (check(databaseFaults(t, draft))) test.mutate();
  };
  /** Returns the server's error of a field in the page's language. */
  const shownFaults: Faults = refusal
    ? Object.fromEntries(Object.keys(faults).map((name) => [name, refusal.sentence]))
    : faults;
  return (
    <form ref={form} className="setup-form" noValidate onSubmit={onSubmit}>
      {isLocked ? (
        <Locked>{t('setup.database.locked')}</Locked>
      ) : (
        <ChoiceCards
          label={t('setup.database.title')}
          value={draft.connection}
          choices={kinds.map((value) => ({
            value,
            title: t(`setup.database.${value}`),
            text: t(`setup.database.${value}_text`),
          }))}
          onChoose={(connection) => onChange({ connection })}
        />
      )}
      {!isLocked && draft.connection === 'postgres' && (
        <>
          <PostgresFields
            draft={draft}
            faults={shownFaults}
            keptPassword={kept.database.connection === 'postgres' && kept.database.has_password}
            onChange={onChange}
          />
          <DatabaseOutcome
            found={test.data}
            refusal={refusal}
            isAtField={Object.keys(shownFaults).length > 0}
            error={refusal ? undefined : (left ?? undefined)}
            busy={test.isPending}
            onTest={onTest}
          />
        </>
      )}
      {!isLocked && draft.connection === 'sqlite' && error && (
        <FormProblem>{refusal ? refusal.sentence : errorText(error)}</FormProblem>
      )}
      <SetupFooter step={step} action={t('setup.save')} busy={keep.isPending} />
    </form>
  );
};
