import { ApiError } from '#shared/api/api-error.ts';
import { call } from '#shared/api/client.ts';
import { createStore } from '#shared/lib/store.ts';
import { markUnauthorized } from './session.ts';

/** Calls that were refused because the user is no administrator (any more); the section asks anew who it is. */
export const refusals = createStore(0);

/**
 * Makes a call of the administration. Where the session is over the guard leads to sign-in; where the
 * administrator's role was taken away meanwhile, the section says so instead of what failed.
 */
export const administer = (async (route, request) => {
  try {
    return await call(route, request);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'session.required') markUnauthorized();
    if (error instanceof ApiError && error.code === 'session.forbidden') refusals.set((count) => count + 1);
    throw error;
  }
}) as typeof call;
