import { notifyManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from '#shared/api/api-error.ts';

/** Repeated tries of a call that failed on the way or inside the server. */
const retries = 2;

/**
 * Calls go out whatever the browser believes about the network: a server in the same house answers without the
 * internet, and what waits for it would be done long after it was given up.
 */
const networkMode = 'always';

// Notifies components before the code that made a change goes on: a saved field or a closed form would show its old
// value until the next turn of the event loop, and take up what is typed with it.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    mutations: { networkMode },
    queries: {
      networkMode,
      retry: (failures, error) =>
        failures < retries && error instanceof ApiError && (error.status === 0 || error.status >= 500),
      retryDelay: (attempt) => 400 * 2 ** attempt,
    },
  },
});
