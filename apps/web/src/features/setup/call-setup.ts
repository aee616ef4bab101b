import { ApiError } from '#shared/api/api-error.ts';
import { call } from '#shared/api/client.ts';
import { forgetCode } from './setup-code.ts';
import { wizard } from './setup.store.ts';
import { forgetDrafts } from './use-draft.ts';

/** Records refusals that concern the whole wizard: the code is required, or the server is already installed. */
const recordRefusal = (error: unknown): void => {
  const state = wizard.get();
  if (!(error instanceof ApiError) || state.is === 'over') return;
  if (error.code === 'setup.code_needed' || error.code === 'setup.code_wrong') {
    if (error.code === 'setup.code_wrong') forgetCode();
    wizard.set({ is: 'asking', refusal: error });
  } else if (error.code === 'setup.done') {
    forgetCode();
    forgetDrafts();
    if (state.is !== 'finishing') wizard.set({ is: 'over', where: 'elsewhere' });
  }
};

/** Makes a call of the setup wizard. */
export const callSetup = (async (route, request) => {
  try {
    return await call(route, request);
  } catch (error) {
    recordRefusal(error);
    throw error;
  }
}) as typeof call;
