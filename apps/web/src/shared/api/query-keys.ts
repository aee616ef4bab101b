/**
 * Keys of cached answers that more than one feature keeps up to date. Listings are ['listing', …] and items
 * ['item', id], both of features/files.
 */
export const userKey = ['user'] as const;
/** The levels of the folder tree: ['tree', parent's id or root, page]. */
export const treeKey = ['tree'] as const;
export const storageKey = ['storage'] as const;
