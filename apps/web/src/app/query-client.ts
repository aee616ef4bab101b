import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#shared/api/api-error.ts';

/** Repeated tries of a call that failed on the way or inside the server. */
const retries = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) =>
        failures < retries && error instanceof ApiError && (error.status === 0 || error.status >= 500),
      retryDelay: (attempt) => 400 * 2 ** attempt,
    },
  },
});
