import type { Selectable } from 'kysely';

/** On an item: `pending` while its job waits or runs. */
export type PreviewState = 'pending' | 'ready' | 'failed';

/** The pictures of a blob's content; copies of a file share them. */
export interface ThumbnailsTable {
  blob_id: string;
  state: Exclude<PreviewState, 'pending'>;
  /** The store that has the bytes; null unless ready. */
  store_id: string | null;
  /** Name in the store of the bytes that hold every size; null unless ready. */
  key: string | null;
  /** JSON: where in those bytes each size stands; null unless ready. */
  spans: string | null;
  /** Pixels of the original as shown; null unless ready, and for documents. */
  width: number | null;
  height: number | null;
  /** Reason for a missing thumbnail, for administrators. */
  error: string | null;
  updated_at: number;
}
export type ThumbnailRow = Selectable<ThumbnailsTable>;
