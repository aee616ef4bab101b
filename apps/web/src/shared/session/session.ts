import { appEndpoints } from '@holdall/contract/app.endpoints';
import { ApiError } from '#shared/api/api-error.ts';
import { call } from '#shared/api/client.ts';
import { createStore } from '#shared/lib/store.ts';
import { queryOptions } from '@tanstack/react-query';

interface SessionState {
  /** The visitor is signed in, as far as the page knows. */
  readonly authorized: boolean;
  /** Sessions that have ended on this page: each next one draws everything anew. */
  readonly ended: number;
  /** The last session was not ended on this page: sign-in says so. */
  readonly lost: boolean;
}

/** The guard of the routes follows it. */
export const session = createStore<SessionState>({ authorized: false, ended: 0, lost: false });

const listeners = new Set<() => void>();
/** The user of the session, once the server has told. */
let userId: string | undefined;

/**
 * Calls `listener` whenever a session ends: by signing out, here or in another tab, by a 401, or because
 * somebody else signed in. Whatever belongs to the one who was signed in must be dropped there, silently.
 * @returns takes the listener away again.
 */
export const onSessionEnd = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const end = (authorized: boolean, lost: boolean): void => {
  userId = undefined;
  session.set(({ ended }) => ({ authorized, ended: ended + 1, lost }));
  for (const listener of listeners) listener();
};

export const markAuthorized = (): void =>
  session.set((current) => (current.authorized ? current : { ...current, authorized: true, lost: false }));

/** The server says that it is over. */
export const markUnauthorized = (): void => {
  if (session.get().authorized) end(false, true);
};

/** The user has ended it, in this tab or another one: there is nothing to explain. */
export const leaveSession = (): void => {
  if (session.get().authorized) end(false, false);
  else session.set((current) => ({ ...current, lost: false }));
};

/** Returns the user of the session; undefined until the server has told. */
export const currentUserId = (): string | undefined => userId;

/** Takes note of whose session it is; when it is somebody else's than before, that one has ended. */
export const identify = (id: string): void => {
  if (userId !== undefined && userId !== id) end(session.get().authorized, false);
  userId = id;
};

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

/** The signed-in user, with the settings and restrictions. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }) => {
    const user = await guarded(call(appEndpoints.getUser, { signal }));
    identify(user.data.id);
    return user;
  },
  staleTime: 5 * 60_000,
});
