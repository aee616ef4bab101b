import type { SetupStatus } from '@holdall/contract/setup';
import { useQueryClient } from '@tanstack/react-query';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { setupPaths, stepAt, type SetupStep } from '#shared/paths/setup-paths.ts';
import { currentLocation, navigate } from '#shared/router/location.ts';
import { setCachedStatus } from './setup.queries.ts';
import { stepAfter } from './steps.ts';
import { forgetDraft } from './use-draft.ts';

/** Goes to the step after one. */
export const goOn = (step: SetupStep): void => navigate(setupPaths.step(stepAfter(step)));

/** Saves a step and goes to the next one. */
export const useStep = <Input>(
  step: SetupStep,
  save: (input: Input) => Promise<{ readonly data: SetupStatus }>,
) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: save,
    onSuccess: async (answer) => {
      forgetDraft(step);
      await setCachedStatus(client, answer);
      // A user who has gone back meanwhile stays there.
      if (stepAt(currentLocation().pathname) === step) goOn(step);
    },
  });
};
