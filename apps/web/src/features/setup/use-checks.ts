import { useQueries, useQuery } from '@tanstack/react-query';
import { foundOf, type Found } from '#shared/checks/machine-check.ts';
import { addressed, checksQuery, passingOf, probedOf, probeQueries } from './checks.ts';
import { useSetup } from './setup.queries.ts';

interface Looked {
  /** Checks so far; undefined until the server has answered. */
  readonly found: readonly Found[] | undefined;
  /** This browser is still probing. */
  readonly isProbing: boolean;
  /**
   * Bytes of the largest request that reaches the server; undefined while that is measured, null where nothing limits
   * it.
   */
  readonly passing: number | null | undefined;
  /** Some checks are running. */
  readonly isLooking: boolean;
  /** Reason that the server's checks failed. */
  readonly error: Error | null;
  readonly again: () => void;
}

/** Returns the checks of the server and of the proxies in front of it. */
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
