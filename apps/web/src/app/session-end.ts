import { onSessionEnd } from '#shared/session/session.ts';
import { alerts } from '#shared/ui/alert.ts';
import { toasts } from '#shared/ui/toast.ts';
import { queryClient } from './query-client.ts';

/** Drops, silently, what was loaded and said in a session when it ends. */
export const forgetWithSession = (): void => {
  onSessionEnd(() => {
    queryClient.clear();
    alerts.set([]);
    toasts.set([]);
  });
};
