import { receiveFilesChanged, refreshEverything } from '#features/files/realtime.events.ts';
import { shareKey } from '#features/guest/visit.ts';
import { connectRealtime, type Realtime } from '#features/realtime/realtime.ts';
import { getConfig } from '#shared/config/config.ts';
import { queryClient } from '../query-client.ts';

/** Asks what the link allows now, or whether it still works at all. */
const lookAtLink = (): void => void queryClient.invalidateQueries({ queryKey: shareKey });

/** Brings what is shown up to date with the server: nobody knows what has changed. */
export const refresh = (): void => {
  refreshEverything(queryClient);
  lookAtLink();
};

/**
 * Shows what happens below the shared folder, and to the link itself, as it happens; undefined where the server has
 * realtime switched off.
 */
export const connect = (token: string): Realtime | undefined => {
  const { broadcasting } = getConfig();
  if (broadcasting === null) return undefined;
  const { key, path } = broadcasting;
  return connectRealtime({
    broadcasting: { key, path: `${path}/share/${token}` },
    channel: `private-share.${token}`,
    onFilesChanged: (change) => receiveFilesChanged(queryClient, change),
    onMissed: refresh,
    // The link has ended, or lets nobody in without its new password.
    onHungUp: lookAtLink,
  });
};
