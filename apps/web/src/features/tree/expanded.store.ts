import { readLocal, writeLocal } from '#shared/lib/local-setting.ts';
import { createStore, type Store } from '#shared/lib/store.ts';

/** Folders whose opening is remembered, the last ones that were opened. */
const kept = 200;
const name = 'tree';

const remembered = (): ReadonlySet<string> => {
  try {
    const ids: unknown = JSON.parse(readLocal(name) ?? '[]');
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
};

/** The folders that are open in a tree, by their ids. */
export type ExpandedStore = Store<ReadonlySet<string>>;

/** The folders that are open in the panel's tree, as the device remembers them. */
export const expandedFolders: ExpandedStore = createStore(remembered());
expandedFolders.subscribe(() => writeLocal(name, JSON.stringify([...expandedFolders.get()].slice(-kept))));

/** Opens or closes folders. */
export const setExpanded = (store: ExpandedStore, ids: readonly string[], open: boolean): void =>
  store.set((current) => {
    if (ids.every((id) => current.has(id) === open)) return current;
    const next = new Set(current);
    for (const id of ids) {
      next.delete(id);
      if (open) next.add(id);
    }
    return next;
  });
