import { setupEndpoints } from '@holdall/contract/setup.endpoints';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { callSetup } from './call-setup.ts';
import { sentMail } from '#shared/mail/mail-form.ts';
import { sentStorage } from '#shared/storage/storage-form.ts';
import { environmentOf, type EnvironmentDraft } from './environment.ts';
import { useSetup } from './setup.queries.ts';
import { trialOf, type Trial } from './trial-fault.ts';
import { useStep } from './use-step.ts';

/** Saves the environment and tests its parts: storage and mail for real, alone or on saving. */
export const useEnvironment = (draft: EnvironmentDraft) => {
  const { locked } = useSetup();
  const save = useStep('environment', () =>
    callSetup(setupEndpoints.saveSetupEnvironment, { body: environmentOf(draft, locked) }),
  );
  const storage = useMutation({
    mutationFn: () => callSetup(setupEndpoints.testSetupStorage, { body: sentStorage(draft) }),
  });
  const mail = useMutation({
    mutationFn: (to: string) =>
      callSetup(setupEndpoints.testSetupMail, {
        body: { to: to.trim(), ...(!locked.includes('mail') && { mail: sentMail(draft) }) },
      }),
  });
  const isTrying = save.isPending || storage.isPending || mail.isPending;
  /** Clears the results of one part or all after a change or before a new test. */
  const forget = (part?: Trial): void => {
    save.reset();
    if (part !== 'mail') storage.reset();
    if (part !== 'storage') mail.reset();
  };
  /** Returns the failure of a part, tested alone or with the rest. */
  const errorOf = (part: Trial): Error | null =>
    (part === 'storage' ? storage : mail).error ?? (trialOf(save.error) === part ? save.error : null);
  /** The latest failure: each part may have its own. */
  const [later, earlier] = mail.submittedAt > storage.submittedAt ? [mail, storage] : [storage, mail];
  const latestError = save.error ?? later.error ?? earlier.error;
  return { save, storage, mail, isTrying, latestError, forget, errorOf };
};
