import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { treeLimit } from '@holdall/contract/limits';
import { useState } from 'react';
import { useStore } from '#shared/lib/store.ts';
import type { ExpandedStore } from './expanded.store.ts';
import { levelQuery, type LevelRef, type TreeLevel } from './tree.queries.ts';
import { openLevels, treeRows, type TreeRow, type TreeTop } from './tree-rows.ts';

export interface Tree {
  readonly rows: readonly TreeRow[];
  /** The top has not loaded yet. */
  readonly loading: boolean;
  /** Cause of a failure to load the top. */
  readonly error: Error | null;
  readonly reload: () => void;
  /** Says which rows are visible; their pages load. */
  readonly show: (first: number, last: number) => void;
}

type Levels = Map<string | null, Map<number, TreeLevel>>;

const collect = (refs: readonly LevelRef[], levelOf: (ref: LevelRef) => TreeLevel | undefined): Levels => {
  const levels: Levels = new Map();
  for (const ref of refs) {
    const level = levelOf(ref);
    if (!level) continue;
    const pages = levels.get(ref.parentId) ?? new Map<number, TreeLevel>();
    levels.set(ref.parentId, pages.set(ref.page, level));
  }
  return levels;
};

/** The first pages of all that is open: below a folder whose own page is not there, nothing can be seen. */
const firstPages = (client: QueryClient, expanded: ReadonlySet<string>, more: readonly LevelRef[]) => {
  const first = [null, ...expanded].map((parentId) => ({ parentId, page: 0 }));
  const levels = collect([...first, ...more], (ref) => client.getQueryData(levelQuery(ref).queryKey));
  return openLevels(levels, expanded).map((parentId) => ({ parentId, page: 0 }));
};

const isSame = (a: readonly LevelRef[], b: readonly LevelRef[]): boolean =>
  a.length === b.length && a.every((ref, at) => ref.parentId === b[at]?.parentId && ref.page === b[at]?.page);

/**
 * The folder tree, of which only what is open and near the visible rows is loaded.
 * @param top where it has a row of its own
 */
export const useTree = (store: ExpandedStore, top?: TreeTop): Tree => {
  const client = useQueryClient();
  const expanded = useStore(store);
  const [more, setMore] = useState<readonly LevelRef[]>([]);
  const refs = [...firstPages(client, expanded, more), ...more];
  const results = useQueries({ queries: refs.map((ref) => levelQuery(ref)) });
  const loaded = new Map(refs.map((ref, at) => [ref, results[at]?.data]));
  const rows = treeRows(
    collect(refs, (ref) => loaded.get(ref)),
    expanded,
    top,
  );
  const [first] = results;
  return {
    rows,
    loading: first?.isPending ?? true,
    error: first?.data ? null : (first?.error ?? null),
    reload: () => void first?.refetch(),
    show: (from, last) => {
      const next = new Map<string, LevelRef>();
      for (const { parentId, index } of rows.slice(Math.max(0, from), last + 1)) {
        const page = Math.floor(index / treeLimit);
        if (page > 0) next.set(`${parentId} ${page}`, { parentId, page });
      }
      const pages = [...next.values()];
      setMore((current) => (isSame(current, pages) ? current : pages));
    },
  };
};
