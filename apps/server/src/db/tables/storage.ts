import type { Selectable } from 'kysely';

/** Blobs on their way to the storage that the settings name; one row at the most. */
export interface StorageMovesTable {
  id: string;
  /** JSON: where they come from, its secret key sealed. */
  source: string;
  /** 1 where servers end it by themselves, because there was nothing to move but what was under way. */
  automatic: number;
  /** Part that is being walked, and the id after which the walk continues. */
  part: string;
  after: string;
  /** Blobs that have been moved. */
  moved: number;
  bytes: number;
  created_at: number;
}
export type StorageMoveRow = Selectable<StorageMovesTable>;

/** Which move a server acts by: a row for every server that runs, or was killed. */
export interface StorageReadersTable {
  node: string;
  /** Empty: none. */
  move_id: string;
  seen_at: number;
}

/** Places where bytes may lie that are put on record: where files are kept, and until a move has come to its end where they were. */
export interface StoragePlacesTable {
  /** The move that made it the place; empty for the first one. */
  id: string;
}
