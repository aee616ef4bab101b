import { itemEndpoints } from '@holdall/contract/items.endpoints';
import type { Version } from '@holdall/contract/versions';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { addressOf, call } from '#shared/api/client.ts';
import { versionsKey } from '#shared/api/query-keys.ts';
import { guarded } from '#shared/session/session.ts';

/** The earlier versions of a file, the newest first, in pages. */
export const versionsQuery = (itemId: string) =>
  infiniteQueryOptions({
    queryKey: [...versionsKey, itemId] as const,
    queryFn: ({ pageParam: before, signal }) =>
      guarded(call(itemEndpoints.listVersions, { params: { id: itemId }, query: { before }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data, meta }) => (meta.more ? data.at(-1)?.id : undefined),
    staleTime: 15_000,
  });

/** Returns the address of a version's bytes. */
export const versionAddress = (itemId: string, { id }: Pick<Version, 'id'>): string =>
  addressOf(itemEndpoints.downloadVersion, { id: itemId, version: id });
