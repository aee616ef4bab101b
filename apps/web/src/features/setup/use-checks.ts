import { useQueries, useQuery } from '@tanstack/react-query';
import { foundOf, type Found } from '#shared/checks/machine-check.ts';
import { addressed, checksQuery, passingOf, probedOf, probeQueries } from './checks.ts';
import { useSetup } from './setup.queries.ts';

interface Looked {
  /** What was found so far; undefined until the server has answered. */
  readonly found: readonly Found[] | undefined;
  /** Whether this browser is still measuring. */
  readonly isProbing: boolean;
  /** Bytes of the largest request that comes through to the server; undefined while that is measured, null: as large a one as is wanted. */
  readonly passing: number | null | undefined;
  /** Whether any of it is under way. */
  readonly isLooking: boolean;
  /** Why the server did not look. */
  readonly error: Error | null;
  readonly again: () => void;
}

/** Looks at the server and at what stands before it. */
export const useChecks = (): Looked => {
  const chunkSize = useSetup().kept.app.chunk_size;
  const checks = useQuery(checksQuery);
  const queries = probeQueries(chunkSize);
  const probes = useQueries({ queries });
  const probed = probes.flatMap(({ data, isFetching }, at) => {
    const name = queries[at]?.queryKey[1];
    return data && name !== undefined && !isFetching ? [probedOf(name, data, chunkSize)] : [];
  });
  const { data, isFetching, error } = checks;
  return {
    found:
      data && !isFetching
        ? [...data.checks.map((check) => foundOf(addressed(check, location), data.apart)), ...probed]
        : undefined,
    isProbing: probes.some((probe) => probe.isFetching),
    passing: probes[0].isFetching ? undefined : passingOf(probes[0].data),
    isLooking: isFetching || probes.some((probe) => probe.isFetching),
    error: isFetching ? null : error,
    again: () => {
      for (const { refetch } of [checks, ...probes]) void refetch();
    },
  };
};
