import { guestEndpoints } from '@holdall/contract/guests.endpoints';
import type { OpenedShare } from '@holdall/contract/guests';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { ApiError } from '#shared/api/api-error.ts';
import { call, callAsGuest } from '#shared/api/client.ts';
import { formsFor, linkForms } from '#shared/api/guest-forms.ts';
import { createStore } from '#shared/lib/store.ts';
import { guestPaths } from '#shared/paths/guest-paths.ts';
import { setFilesPlace } from '#shared/paths/paths.ts';
import { permission } from '#shared/session/permission.ts';
import { askRestrictionsBy } from '#shared/session/explain-restriction.ts';
import { restrictionsOf } from './restrictions.ts';

export type Share = OpenedShare['data'];

/** Reason that the link denies access; undefined while it is not known to. */
export const linkRefusal = createStore<ApiError | undefined>(undefined);

const refusing: ReadonlySet<string> = new Set([
  'share.not_found',
  'share.expired',
  'share.locked',
  'share.unavailable',
]);

/** Error codes that show that the cached link is stale. */
const staleCodes: ReadonlySet<string> = new Set(['share.forbidden', 'share.exhausted']);

/** Milliseconds between two polls of a link with a download limit, which others use up, too. */
const lookEvery = 15_000;

const take = ({ attributes, relationships }: Share, token: string): void => {
  const { id, attributes: item } = relationships.item.data;
  permission.set(attributes.permission);
  setFilesPlace({
    path: guestPaths.files(token),
    top: { id, name: item.name, emoji: item.emoji, color: item.color, items: item.items ?? 0 },
  });
  linkRefusal.set(undefined);
};

/** The link that this page belongs to. */
export const shareKey = ['share'] as const;

/** The link with its item and permissions. */
export const shareQuery = (token: string) =>
  queryOptions({
    queryKey: [...shareKey, token] as const,
    queryFn: async ({ signal }): Promise<Share> => {
      const { data } = await call(guestEndpoints.openShare, { params: { token }, signal });
      take(data, token);
      return data;
    },
    staleTime: 30_000,
    // The component that shows the query shows its failure and retries it.
    retryOnMount: false,
    refetchInterval: ({ state }) =>
      (state.data?.attributes.downloads_left ?? null) === null ? false : lookEvery,
  });

/** Makes this page a guest page of a link while it is mounted. */
export const beginVisit = (client: QueryClient, token: string): void => {
  setFilesPlace({ path: guestPaths.files(token), top: undefined });
  callAsGuest({
    formOf: formsFor(linkForms, token),
    onRefusal: (error) => {
      if (refusing.has(error.code)) {
        linkRefusal.set(error);
        // Answers may come late, so the link itself decides, unless it is being fetched.
        if (client.isFetching({ queryKey: shareKey }) === 0)
          void client.invalidateQueries({ queryKey: shareKey });
      } else if (staleCodes.has(error.code)) void client.invalidateQueries({ queryKey: shareKey });
    },
  });
  askRestrictionsBy(async () => restrictionsOf(await client.query({ ...shareQuery(token), staleTime: 0 })));
};

/**
 * Unlocks a link with its password.
 *
 * @throws {ApiError} `share.wrong_password`, `limit.too_many`
 */
export const unlock = async (client: QueryClient, token: string, password: string): Promise<void> => {
  await call(guestEndpoints.unlockShare, { params: { token }, body: { password } });
  await client.query({ ...shareQuery(token), staleTime: 0 });
};
