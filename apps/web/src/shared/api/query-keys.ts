/**
 * Keys of cached answers that more than one feature keeps up to date. Listings are ['listing', …] and items
 * ['item', id], both of features/files.
 */
export const userKey = ['user'] as const;
/** The levels of the folder tree: ['tree', parent's id or root, page]. */
export const treeKey = ['tree'] as const;
/** The top of the tree. Whoever outdates it outdates all: each level that comes anew has those below it follow. */
export const treeTopKey = [...treeKey, 'root'] as const;
export const storageKey = ['storage'] as const;
/** What happened around one's own account: outdated by whatever is written down. */
export const ownActivityKey = ['own-activity'] as const;
/** The settings of the application, tab by tab: ['settings', group]. */
export const settingsKey = ['settings'] as const;
