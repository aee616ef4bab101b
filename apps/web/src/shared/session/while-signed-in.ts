import { failedBy } from '#shared/api/failed-by.ts';
import { openGenericAlert } from '#shared/ui/alert.ts';
import { markUnauthorized } from './session.ts';

const isSignedOut = (error: unknown): boolean => failedBy(error, 'session.required');

/** Calls of somebody who is signed in: where the session is over, the guard leads to sign-in. */
export const whileSignedIn = <Call extends (...asked: never[]) => Promise<unknown>>(call: Call): Call =>
  (async (...asked: Parameters<Call>) => {
    try {
      return await call(...asked);
    } catch (error) {
      if (isSignedOut(error)) markUnauthorized();
      throw error;
    }
  }) as Call;

/** Says that something failed which nobody expected to; that the session is over the page says already. */
export const showUnexpectedFailure = (error: unknown): void => {
  if (!isSignedOut(error)) openGenericAlert();
};
