import type { Category, ConflictChoice } from '@holdall/contract/files';
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
import type { PreviewState } from '#db/tables/thumbnails.ts';

/**
 * Totals of direct children, without the trash, updated with every change so that no listing has to count.
 * Folders carry them, and users for the top of their account.
 */
export interface ContainerTotals {
  items_count: Generated<number>;
  files_count: Generated<number>;
  /** Bytes. */
  files_size: Generated<number>;
}

export interface ItemsTable extends ContainerTotals {
  id: string;
  /** Unique in the installation and never used again; below 2^53. */
  number: Generated<number>;
  owner_id: string;
  parent_id: string | null;
  /** The parent, or the owner at the top of the account: one column that every index can begin with. */
  container_id: GeneratedAlways<string>;
  type: ColumnType<'folder' | 'file', 'folder' | 'file', never>;
  /** NFC. */
  name: string;
  sort_key: string;
  /** `searchKey` of the name: written together with it; indexes follow by themselves. */
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
  /** A file's own time of last change, as its owner's device tells it: it may be anything, also in the future. */
  modified_at: number;
  /** Time at which the item itself was moved to the trash; null for all others, also those in a trashed folder. */
  deleted_at: number | null;
  /** The principal that moved it to the trash: `user:<id>`. */
  trashed_by: string | null;
  /** Time of its permanent deletion: it is invisible from then on, and its rows are removed in the background. */
  purged_at: Generated<number | null>;
  /** State of the thumbnails of its bytes; null: unexamined. Copied from `thumbnails`. */
  preview_state: ColumnType<PreviewState | null, undefined, PreviewState | null>;
  /** Pixels as displayed, of images and videos with thumbnails. */
  preview_width: ColumnType<number | null, undefined, number | null>;
  preview_height: ColumnType<number | null, undefined, number | null>;
  /** Time at which its bytes were found damaged or missing; null: they are intact. Copied from `blobs`. */
  damaged_at: ColumnType<number | null, undefined, number | null>;
  /** Of folders: changes with everything below; null: nothing was changed since it was made. Touches are to be folded first. */
  tree_rev: Generated<string | null>;
}
export type ItemRow = Selectable<ItemsTable>;

/** Containers whose direct contents have changed since the revisions above them were set; triggers note them. */
export interface TreeTouchesTable {
  owner_id: string;
  /** A folder, or the owner for the top of the account. */
  container_id: string;
  /** Empty on SQLite, which notes a container once. */
  id: Generated<string>;
}

/** Number of items of an account, in any state; triggers count them. An account that never had one has no row. */
export interface ItemTotalsTable {
  user_id: string;
  files: number;
  folders: number;
}

export interface BlobsTable {
  id: string;
  /** The store that has the bytes; null: they are in `blob_bytes`. */
  store_id: string | null;
  /** Random name in the store. */
  key: string;
  /** Bytes. */
  size: number;
  /** Lower-case hexadecimal. */
  sha256: string;
  /** Unsigned 32 bits. */
  crc32: number;
  created_at: number;
  /** Time at which the last item that refers to the bytes was removed; they are collected a day later. */
  unreferenced_at: Generated<number | null>;
  /** Time at which all bytes were last read from the store and matched their checksum; null: never. */
  verified_at: ColumnType<number | null, undefined, number | null>;
  /** Time at which the bytes were found damaged or missing; null: they are intact. */
  damaged_at: ColumnType<number | null, undefined, number | null>;
  /** The principal that stored the bytes: `user:<id>` or `guest:<link>:<visit>`; null: from before it was recorded. */
  stored_by: string | null;
  /** The session or the personal access token that a user stored them with; null: it was not recorded, or a guest stored them. */
  device: Generated<string | null>;
}
export type BlobRow = Selectable<BlobsTable>;

/** Small contents: their bytes are in the database, and go with the row of their blob. */
export interface BlobBytesTable {
  /** Of the blob. */
  key: string;
  bytes: Uint8Array;
}

/** An earlier content of a file; the current one stands in `items` alone. Versions are ordered by their ids. */
export interface ItemVersionsTable {
  /** UUIDv7 of the moment at which the content was replaced. */
  id: string;
  item_id: string;
  /** The owner of the item. */
  owner_id: string;
  /** The bytes; `created_at` and `stored_by` of the blob tell when and by whom the content was stored. */
  blob_id: string;
  /** Bytes; they count against the owner's quota. */
  size: number;
  mimetype: string;
  category: Category;
  /** The file's own time of last change as it was with this content. */
  modified_at: number;
  /** The name that a person gave the version, '' where it is kept without one; null: the version may be thinned out. */
  label: string | null;
}
export type ItemVersionRow = Selectable<ItemVersionsTable>;

export interface UploadSessionsTable {
  id: string;
  /** The uploading principal: `user:<id>`. */
  principal: string;
  /** The client's name for this upload; unique for the principal. */
  name: string;
  parent_id: string | null;
  /** Folders below the parent, joined by `/`. */
  path: string;
  file_name: string;
  on_conflict: ConflictChoice;
  /** Total length in bytes where the client announced it. */
  size: number | null;
  /** The store in which it began, and ends; null once it is finished. */
  store_id: string | null;
  /** Name of the staged bytes in the store. */
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
  lease_until: Generated<number>;
  /** Number of times it was taken over from a holder whose heartbeat had stopped. */
  takeovers: Generated<number>;
  /** Number of times that acknowledged staged bytes were lost: remembered checksums of them are void. */
  losses: Generated<number>;
}
export type UploadSessionRow = Selectable<UploadSessionsTable>;
