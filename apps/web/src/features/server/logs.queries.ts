import type { LogLevel } from '@holdall/contract/admin-logs';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { administer } from '#shared/session/administer.ts';

/** Which lines are shown. */
interface LogView {
  /** This level and graver ones. */
  readonly level: LogLevel;
  /** A part of the line. */
  readonly search: string;
}

/** Lines that are asked for at once. */
const lines = 100;

/** What the server has written down, the latest first, a stretch at a time. */
export const logsQuery = ({ level, search }: LogView) =>
  infiniteQueryOptions({
    queryKey: ['logs', level, search],
    queryFn: ({ pageParam: before, signal }) =>
      administer('listLogs', { query: { level, search, before, limit: lines }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    placeholderData: keepPreviousData,
    // Later stretches would move under who reads them.
    refetchOnWindowFocus: false,
  });
