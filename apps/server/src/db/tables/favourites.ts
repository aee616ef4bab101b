/** Favourite folders and files. Those in the trash stay here and are not shown. */
export interface FavouritesTable {
  user_id: string;
  /** The item, of either type. */
  folder_id: string;
  /** Sort order; gaps have no meaning. */
  position: number;
}
