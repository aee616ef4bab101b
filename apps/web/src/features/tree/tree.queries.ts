import { itemEndpoints } from '@holdall/contract/items.endpoints';
import { treeLimit } from '@holdall/contract/limits';
import { call } from '#shared/api/client.ts';
import { treeKey } from '#shared/api/query-keys.ts';
import { guarded } from '#shared/session/session.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';

/** A folder of the tree. */
export interface TreeFolder {
  readonly id: string;
  readonly name: string;
  readonly emoji: string | null;
  readonly color: string | null;
  /** Items directly in it. */
  readonly items: number;
  /** Folders directly in it. */
  readonly folders_count: number;
}

/** A page of the folders of one folder, by name. */
export interface TreeLevel {
  readonly folders: readonly TreeFolder[];
  /** All folders of the level, those of other pages included. */
  readonly total: number;
}

/** A page of folders: those of `parentId` (null: the top), in pages of `treeLimit`. */
export interface LevelRef {
  readonly parentId: string | null;
  readonly page: number;
}

const keyOf = ({ parentId, page }: LevelRef) => [...treeKey, parentId ?? 'root', page] as const;

/**
 * Has the levels of folders loaded anew, as far as they are known: those of folders that are gone are not asked for.
 * A first answer on its way, which may be older than what has just come, is waited for.
 */
const invalidateLevels = (client: QueryClient, folders: readonly TreeFolder[]): void => {
  const ids = new Set<unknown>(folders.map(({ id }) => id));
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: treeKey })) {
    if (!ids.has(queryKey[1])) continue;
    const invalidate = (): Promise<void> => client.invalidateQueries({ queryKey, exact: true });
    if (state.data === undefined && state.fetchStatus !== 'idle')
      void client.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false }).then(invalidate);
    else void invalidate();
  }
};

/**
 * One page of the tree; the levels below it follow. The answer for the top carries the next level too, as far as it
 * is complete.
 */
export const levelQuery = (ref: LevelRef) =>
  queryOptions({
    queryKey: keyOf(ref),
    queryFn: async ({ signal, client }): Promise<TreeLevel> => {
      const { parentId, page } = ref;
      const query = { offset: page * treeLimit, ...(parentId !== null && { parent_id: parentId }) };
      const { data, meta } = await guarded(call(itemEndpoints.browseNavigation, { query, signal }));
      const below = data.flatMap((folder): readonly TreeFolder[] => {
        const { id, folders, folders_count: total } = folder;
        if (parentId !== null || total === 0 || folders.length !== total) return [folder];
        client.setQueryData<TreeLevel>(keyOf({ parentId: id, page: 0 }), { folders, total });
        return folders;
      });
      invalidateLevels(client, below);
      return { folders: data, total: meta.total };
    },
    // Levels below the top do not age by themselves.
    staleTime: ref.parentId === null ? 60_000 : Infinity,
  });
