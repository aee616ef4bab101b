/** Folders that a person keeps at hand. Those in the trash stay here and are not shown. */
export interface FavouritesTable {
  user_id: string;
  folder_id: string;
  /** They are shown in this order; gaps mean nothing. */
  position: number;
}
