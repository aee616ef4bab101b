import type { FilesChanged } from '@holdall/contract/realtime';
import { receiveFilesChanged, refreshEverything } from '#features/files/realtime.events.ts';
import { shareKey, shareQuery } from '#features/guest/visit.ts';
import { connectRealtime, type Realtime } from '#features/realtime/realtime.ts';
import { getConfig } from '#shared/config/config.ts';
import { filesTop } from '#shared/paths/paths.ts';
import { queryClient } from '../query-client.ts';

/** Milliseconds for which what tells of the link is gathered: files that arrive tell of the shared folder one by one. */
const gathering = 500;
/** Milliseconds until it is listened to again after the server has hung up: at first, and at the most. */
const firstPause = 1_000;
const longestPause = 60_000;

/** Asks what the link allows now, or whether it still works at all. */
const lookAtLink = (): Promise<void> => queryClient.invalidateQueries({ queryKey: shareKey });

let look: ReturnType<typeof setTimeout> | undefined;
const lookSoon = (): void => {
  look ??= setTimeout(() => {
    look = undefined;
    void lookAtLink();
  }, gathering);
};

/** Whether a change may be one of the shared item itself, or of its link. */
const isOfLink = ({ containers, everything }: FilesChanged): boolean =>
  everything === true || containers.includes(filesTop()?.id ?? null);

/** Brings what is shown up to date with the server: nobody knows what has changed. */
export const refresh = (): void => {
  refreshEverything(queryClient);
  void lookAtLink();
};

/**
 * Shows what happens below the shared folder, and to the link itself, as it happens; undefined where the server has
 * realtime switched off. The server hangs up whenever the link allows less, or something else: where it still lets
 * one in, it is listened to again.
 */
export const connect = (token: string): Realtime | undefined => {
  const { broadcasting } = getConfig();
  if (broadcasting === null) return undefined;
  const { key, path } = broadcasting;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  let pause = firstPause;

  const listen = (): Realtime =>
    connectRealtime({
      broadcasting: { key, path: `${path}/share/${token}` },
      channel: `private-share.${token}`,
      onFilesChanged: (change) => {
        receiveFilesChanged(queryClient, change);
        if (isOfLink(change)) lookSoon();
      },
      onMissed: () => {
        pause = firstPause;
        refresh();
      },
      onHungUp: () => void listenAgain(),
    });
  const listenAgain = async (): Promise<void> => {
    const lets = queryClient.query({ ...shareQuery(token), staleTime: 0 });
    // What the link says to those whom it does not let in is told elsewhere; without an answer the next focus helps.
    if (!(await lets.then(Boolean, () => false)) || isClosed) return;
    timer = setTimeout(() => {
      realtime.close();
      realtime = listen();
    }, pause);
    pause = Math.min(pause * 2, longestPause);
  };
  let realtime = listen();
  return {
    isConnected: () => realtime.isConnected(),
    isOver: () => realtime.isOver(),
    close() {
      isClosed = true;
      clearTimeout(timer);
      realtime.close();
    },
  };
};
