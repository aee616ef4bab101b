import { sharedChanged } from '#features/files/cache/files.events.ts';
import { receiveFilesChanged, refreshEverything } from '#features/files/cache/realtime.events.ts';
import { invalidateRequests } from '#features/requests/requests.queries.ts';
import { lookForGuests } from '#features/sharing/guest-news.ts';
import { connectRealtime, type Realtime } from '#features/realtime/realtime.ts';
import { settingsKey, storageKey, userKey } from '#shared/api/query-keys.ts';
import { session, userQuery } from '#shared/session/session.ts';
import { mustSetUpTwoFactor } from '#shared/session/two-factor.ts';
import { refreshConfig } from './config-live.ts';
import { listen } from './listening.ts';
import { queryClient } from './query-client.ts';

const invalidate = (keys: readonly (readonly string[])[]) =>
  Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));

/** Tells whether the server answers nothing but what sets up two-factor sign-in. */
const isShutOut = (): boolean => {
  const user = queryClient.getQueryData(userQuery.queryKey);
  return user !== undefined && mustSetUpTwoFactor(user);
};

/**
 * The signed-in user may have other permissions, another capacity or another name. The permissions are asked first,
 * since they may refuse the rest.
 */
const refreshAccount = async (more: readonly (readonly string[])[] = []): Promise<void> => {
  await invalidate([userKey]);
  if (!isShutOut()) await invalidate([storageKey, ...more]);
};

/** Shows other settings of the application; a plan also decides on room and on what may be uploaded. */
const receiveConfigChanged = async (): Promise<void> => {
  await refreshConfig();
  await refreshAccount([settingsKey]);
};

/** Guests may have done something. */
const lookForNews = (): void =>
  lookForGuests(queryClient, {
    onActivity: () => sharedChanged(queryClient),
    onFiles: () => void invalidateRequests(queryClient),
  });

/** Tells whether the session goes on, and opens the account; one that has ended leads to sign-in. */
const isSignedIn = async (): Promise<boolean> => {
  await invalidate([userKey]);
  return session.get().authorized && !isShutOut();
};

/** Refetches the visible data from the server: any of it may have changed. */
export const refresh = async (): Promise<void> => {
  // The next focus asks again.
  refreshConfig().catch(() => undefined);
  await invalidate([userKey]);
  if (isShutOut()) return;
  refreshEverything(queryClient);
  lookForNews();
};

/** Shows what happens elsewhere as it happens; undefined where the server has realtime switched off. */
export const connect = (userId: string): Realtime | undefined => {
  const listening = listen({
    isLetIn: isSignedIn,
    onMissed: () => {
      refreshEverything(queryClient);
      lookForNews();
    },
    open: (place) =>
      connectRealtime({
        ...place,
        channel: `private-user.${userId}`,
        onFilesChanged: (change) => {
          receiveFilesChanged(queryClient, change);
          lookForNews();
        },
        onAccountChanged: () => void refreshAccount().catch(() => undefined),
        config: {
          onChanged: () =>
            void receiveConfigChanged().then(
              () => listening?.follow(),
              () => undefined,
            ),
          onMissed: () => void refreshConfig().catch(() => undefined),
        },
      }),
  });
  return listening;
};
