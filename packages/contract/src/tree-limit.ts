/** Folders of one level that a call for the tree answers; `meta.total` tells of more. */
export const treeLimit = 1000;
