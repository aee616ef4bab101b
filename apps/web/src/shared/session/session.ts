import { ApiError } from '#shared/api/api-error.ts';
import { call } from '#shared/api/client.ts';
import { createStore } from '#shared/lib/store.ts';
import { queryOptions } from '@tanstack/react-query';

/** Whether the visitor is signed in, as far as the page knows; the guard of the routes follows it. */
export const session = createStore({ authorized: false });

export const markAuthorized = (): void => session.set({ authorized: true });
export const markUnauthorized = (): void =>
  session.set((current) => (current.authorized ? { authorized: false } : current));

/**
 * Awaits a call that loads the user or a folder: 401 and 403 there mean that the session is over
 * (specification section 6), and the guard leads to sign-in.
 */
export const guarded = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.isUnauthorized) markUnauthorized();
    throw error;
  }
};

/** Who is signed in, with the settings and restrictions. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: ({ signal }) => guarded(call('getUser', { signal })),
  staleTime: 5 * 60_000,
});
