import type { FilesChanged } from '@holdall/contract/realtime';
import { receiveFilesChanged, refreshEverything } from '#features/files/cache/realtime.events.ts';
import { shareKey, shareQuery } from '#features/guest/visit.ts';
import { connectRealtime, type Realtime } from '#features/realtime/realtime.ts';
import { filesTop } from '#shared/paths/paths.ts';
import { refreshConfig } from '../config-live.ts';
import { listen } from '../listening.ts';
import { queryClient } from '../query-client.ts';

/** Milliseconds for which what tells of the link is gathered: files that arrive tell of the shared folder one by one. */
const gathering = 500;

/** Asks for the current permissions of the link, or whether it still works at all. */
const lookAtLink = (): Promise<void> => queryClient.invalidateQueries({ queryKey: shareKey });

let look: ReturnType<typeof setTimeout> | undefined;
const lookSoon = (): void => {
  look ??= setTimeout(() => {
    look = undefined;
    void lookAtLink();
  }, gathering);
};

/** Tells whether a change may affect the shared item itself, or its link. */
const isOfLink = ({ containers, everything }: FilesChanged): boolean =>
  everything === true || containers.includes(filesTop()?.id ?? null);

/** Refetches the visible data from the server: any of it may have changed. */
export const refresh = (): void => {
  refreshEverything(queryClient);
  void lookAtLink();
};

/** Tells whether the link still admits the guest. */
const isLetIn = (token: string): Promise<boolean> =>
  queryClient.query({ ...shareQuery(token), staleTime: 0 }).then(Boolean, () => false);

/**
 * Shows what happens below the shared folder, and to the link itself, as it happens; undefined where the server has
 * realtime switched off. The server hangs up whenever the link allows less, or something else: where it still lets
 * one in, it is listened to again.
 */
export const connect = (token: string): Realtime | undefined => {
  /** All may be different: also where to listen. */
  const followConfig = (): void =>
    void refreshConfig().then(
      () => listening?.follow(),
      () => undefined,
    );
  const share = queryClient.getQueryData(shareQuery(token).queryKey);
  if (share === undefined) return undefined;
  const named = `private-share.${token}`;
  const listening = listen({
    isLetIn: () => isLetIn(token),
    onMissed: refresh,
    open: ({ broadcasting, ...place }) =>
      connectRealtime({
        ...place,
        broadcasting: broadcasting.service
          ? broadcasting
          : { ...broadcasting, path: `${broadcasting.path}/share/${token}` },
        // Somebody else's service is not told the token.
        channel: broadcasting.service ? share.attributes.channel : named,
        askedAs: named,
        onFilesChanged: (change) => {
          receiveFilesChanged(queryClient, change);
          if (isOfLink(change)) lookSoon();
          if (change.everything === true) followConfig();
        },
      }),
  });
  return listening;
};
