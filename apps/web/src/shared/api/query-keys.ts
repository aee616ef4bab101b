/**
 * Keys of cached answers that more than one feature keeps up to date. Listings are ['listing', …] and items
 * ['item', id], both of features/files.
 */
export const userKey = ['user'] as const;
/** The levels of the folder tree: ['tree', parent's id or root, page]. */
export const treeKey = ['tree'] as const;
/** The top of the tree. Its invalidation invalidates all: each level that comes anew has those below it follow. */
export const treeTopKey = [...treeKey, 'root'] as const;
export const storageKey = ['storage'] as const;
/** The activity around one's own account: every new entry invalidates it. */
export const ownActivityKey = ['own-activity'] as const;
/** The settings of the application, tab by tab: ['settings', group]. */
export const settingsKey = ['settings'] as const;
/** The earlier versions of files: ['versions', item's id]. A change of a file's content invalidates those of the file. */
export const versionsKey = ['versions'] as const;
