import { call } from '#shared/api/client.ts';
import { failedBy } from '#shared/api/failed-by.ts';
import { openGenericAlert } from '#shared/ui/alert.ts';
import { markUnauthorized } from './session.ts';

const isSignedOut = (error: unknown): boolean => failedBy(error, 'session.required');

/** Makes a call of somebody who is signed in: where the session is over, the guard leads to sign-in. */
export const callSignedIn = (async (route, request) => {
  try {
    return await call(route, request);
  } catch (error) {
    if (isSignedOut(error)) markUnauthorized();
    throw error;
  }
}) as typeof call;

/** Says that something failed which nobody expected to; that the session is over the page says already. */
export const showUnexpectedFailure = (error: unknown): void => {
  if (!isSignedOut(error)) openGenericAlert();
};
