import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import type { LogLevel } from '@holdall/contract/admin-logs';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { administer } from '#shared/session/administer.ts';

/** Filters of the log. */
interface LogView {
  /** Lowest level that is shown. */
  readonly level: LogLevel;
  /** Substring of the line. */
  readonly search: string;
}

/** Lines per page. */
const lines = 100;

/** The server's log, the latest line first, in pages. */
export const logsQuery = ({ level, search }: LogView) =>
  infiniteQueryOptions({
    queryKey: ['logs', level, search],
    queryFn: ({ pageParam: before, signal }) =>
      administer(adminEndpoints.listLogs, { query: { level, search, before, limit: lines }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    placeholderData: keepPreviousData,
    // Refetching would shift later pages under the reader.
    refetchOnWindowFocus: false,
  });
