/** Favourite folders. Those in the trash stay here and are not shown. */
export interface FavouritesTable {
  user_id: string;
  folder_id: string;
  /** Sort order; gaps have no meaning. */
  position: number;
}
