/** Screens beside Files, and the panel: Latest, Publicly shared, Trash, favourites, folder tree, storage meter. */
export const platformMessages = {
  'files.sort.deleted_at': 'Deleted',
} as const;
