import type { Category, ConflictChoice } from '@holdall/contract/files';
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
import type { PreviewState } from '#db/tables/thumbnails.ts';

/**
 * What a place holds directly, the trash not counted: kept up to date with every change, so that no
 * listing has to count. Folders carry it, and users for the top of their account.
 */
export interface ContainerTotals {
  items_count: Generated<number>;
  files_count: Generated<number>;
  /** Bytes. */
  files_size: Generated<number>;
}

export interface ItemsTable extends ContainerTotals {
  id: string;
  owner_id: string;
  parent_id: string | null;
  /** The parent, or the owner at the top of the account: one column that every index can begin with. */
  container_id: GeneratedAlways<string>;
  type: ColumnType<'folder' | 'file', 'folder' | 'file', never>;
  /** NFC. */
  name: string;
  sort_key: string;
  /** `searchKey` of the name: whoever writes a name writes it, too; indexes follow by themselves. */
  search_key: string;
  /** `#rrggbb` */
  color: string | null;
  emoji: string | null;
  blob_id: string | null;
  /** Bytes; 0 for folders. */
  size: Generated<number>;
  mimetype: string | null;
  category: Category | null;
  created_at: number;
  updated_at: number;
  /**
   * When the item was put into the trash; null for what is not there, and for what is there only
   * because a folder above it is.
   */
  deleted_at: number | null;
  /** Who put it into the trash: `user:<id>`. */
  trashed_by: string | null;
  /** When it was deleted for good: it can be seen nowhere any more, and its rows go in the background. */
  purged_at: Generated<number | null>;
  /** What is known of the pictures of its bytes; null: nobody has looked yet. Copied from `thumbnails`. */
  preview_state: ColumnType<PreviewState | null, undefined, PreviewState | null>;
  /** Pixels as shown, of images and videos whose pictures are ready. */
  preview_width: ColumnType<number | null, undefined, number | null>;
  preview_height: ColumnType<number | null, undefined, number | null>;
  /** Since when its bytes are known to be damaged or missing; null: they are not. Copied from `blobs`. */
  damaged_at: ColumnType<number | null, undefined, number | null>;
}
export type ItemRow = Selectable<ItemsTable>;

/** How many items an account has, whatever became of them; the database counts. Who never had one has no row. */
export interface ItemTotalsTable {
  user_id: string;
  files: number;
  folders: number;
}

export interface BlobsTable {
  id: string;
  /** Random name in the blob store. */
  key: string;
  /** Bytes. */
  size: number;
  /** Lower-case hexadecimal. */
  sha256: string;
  /** Unsigned 32 bits. */
  crc32: number;
  created_at: number;
  /** Since when no item refers to the bytes; they are collected a day later. */
  unreferenced_at: Generated<number | null>;
  /** When all bytes were last read from the store and found to be what was stored; null: never. */
  verified_at: ColumnType<number | null, undefined, number | null>;
  /** Since when the bytes are known to be damaged or missing; null: they are not. */
  damaged_at: ColumnType<number | null, undefined, number | null>;
}
export type BlobRow = Selectable<BlobsTable>;

export interface UploadSessionsTable {
  id: string;
  /** Who uploads: `user:<id>`. */
  principal: string;
  /** What the client calls this upload; unique for the principal. */
  name: string;
  parent_id: string | null;
  /** Folders below the parent, joined by `/`. */
  path: string;
  file_name: string;
  on_conflict: ConflictChoice;
  /** Whole length in bytes where the client told it. */
  size: number | null;
  /** Name of the staged bytes in the blob store. */
  staging_key: string;
  /** Bytes that are durably staged; what lies beyond in the store is not trusted. */
  received: number;
  state: 'open' | 'finished';
  item_id: string | null;
  last_modified: number | null;
  created_at: number;
  updated_at: number;
  /** The server that takes bytes in for it; null: none does. */
  holder: Generated<string | null>;
  /** Until when the holder must have given a sign of life; milliseconds since 1970 by the database's clock. */
  held_until: Generated<number>;
  /** How often it was taken from a holder who gave no sign of life any more. */
  takeovers: Generated<number>;
  /** How often staged bytes that had counted were lost: what anybody remembers of them is void. */
  losses: Generated<number>;
}
export type UploadSessionRow = Selectable<UploadSessionsTable>;
