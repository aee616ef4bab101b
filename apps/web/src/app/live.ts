import { receiveFilesChanged, refreshEverything } from '#features/files/realtime.events.ts';
import { connectRealtime, type Realtime } from '#features/realtime/realtime.ts';
import { getConfig } from '#shared/config/config.ts';
import { queryClient } from './query-client.ts';

/** Brings what is shown up to date with the server: nobody knows what has changed. */
export const refresh = (): void => refreshEverything(queryClient);

/** Shows what happens elsewhere as it happens; undefined where the server has realtime switched off. */
export const connect = (userId: string): Realtime | undefined => {
  const { broadcasting } = getConfig();
  if (broadcasting === null) return undefined;
  return connectRealtime({
    broadcasting,
    userId,
    onFilesChanged: (change) => receiveFilesChanged(queryClient, change),
    onMissed: refresh,
  });
};
