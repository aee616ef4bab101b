import { setupEndpoints } from '@holdall/contract/setup.endpoints';
import type { SentSetupAdmin, SetupStatus } from '@holdall/contract/setup';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#shared/api/api-error.ts';
import type { Translate } from '#shared/i18n/messages.ts';
import { isEmail } from '#shared/lib/is-email.ts';
import { newPasswordFault } from '#shared/lib/new-password.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import type { Faults } from '#shared/lib/use-form.ts';
import { setupPaths } from '#shared/paths/setup-paths.ts';
import { navigate } from '#shared/router/location.ts';
import { callSetup } from './call-setup.ts';
import { forgetCode } from './setup-code.ts';
import { doneOf, setupQuery } from './setup.queries.ts';
import { reopen, wizard } from './setup.store.ts';
import { stepToDo } from './steps.ts';
import { forgetDrafts } from './use-draft.ts';

/** Draft of the administrator; the password stays in its fields. */
export type AdminDraft = SetupStatus['kept']['admin'];

export const adminFaults = (t: Translate, admin: SentSetupAdmin): Faults => ({
  first_name: admin.first_name.trim() ? undefined : t('register.name_missing'),
  email: isEmail(admin.email) ? undefined : t('sign_in.email_invalid'),
  password: newPasswordFault(admin.password),
});

/** Installs with the stored answers. A missing earlier step is opened. */
export const useFinish = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (admin: SentSetupAdmin) => {
      wizard.set({ is: 'finishing' });
      return callSetup(setupEndpoints.finishSetup, { body: admin });
    },
    onSuccess: (installed) => {
      forgetCode();
      forgetDrafts();
      wizard.set({ is: 'over', where: 'here', installed });
    },
    onError: async (error) => {
      if (wizard.get().is === 'finishing') reopen();
      if (!(error instanceof ApiError)) return;
      // Another browser has finished the installation.
      if (error.code === 'setup.done') wizard.set({ is: 'over', where: 'elsewhere' });
      if (error.code !== 'setup.step_missing' && error.code !== 'setup.checks_failed') return;
      const next = stepToDo(doneOf(await client.query({ ...setupQuery, staleTime: 0 })));
      navigate(setupPaths.step(error.code === 'setup.checks_failed' ? 'status-check' : next));
    },
  });
};
