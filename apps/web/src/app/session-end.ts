import { forgetUnfinished } from '#features/uploads/unfinished-uploads-flag.ts';
import { onSessionEnd, session } from '#shared/session/session.ts';
import { alerts } from '#shared/ui/alert.ts';
import { toasts } from '#shared/ui/toast.ts';
import { queryClient } from './query-client.ts';

/** Drops, silently, the data and messages of a session when it ends. */
export const forgetWithSession = (): void => {
  onSessionEnd(() => {
    queryClient.clear();
    alerts.set([]);
    toasts.set([]);
    // One that has expired goes on when its user signs in again.
    if (!session.get().lost) forgetUnfinished();
  });
};
