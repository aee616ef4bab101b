import type { Share } from '@holdall/contract/shares';
import type { Ancestor } from '@holdall/contract/files';
import type { BlobRow, ItemRow } from '#db/tables/files.ts';
import type { GuestActor } from '#lib/actor.ts';

/** The direct contents of a folder or of the top of an account. */
export interface Totals {
  readonly folders: number;
  readonly files: number;
  /** Bytes of the files. */
  readonly size: number;
}

/** An item, its location, and the blob of a file. */
export interface ItemDetails {
  readonly item: ItemRow;
  readonly ancestors: Ancestor[];
  /** The item is in the trash, by itself or by a folder above it. */
  readonly trashed: boolean;
  readonly blob: BlobRow | undefined;
  /** The revision of a folder is that of now, and may be told. */
  readonly isFolded: boolean;
}

/** The columns of an item in a listing. The others may be long, and are not read for it. */
export type ListedItem = Pick<
  ItemRow,
  | 'id'
  | 'type'
  | 'name'
  | 'color'
  | 'emoji'
  | 'items_count'
  | 'parent_id'
  | 'size'
  | 'mimetype'
  | 'category'
  | 'blob_id'
  | 'preview_state'
  | 'preview_width'
  | 'preview_height'
  | 'damaged_at'
  | 'created_at'
  | 'modified_at'
  | 'deleted_at'
>;

/** One page of a folder, with its context. */
export interface Listing {
  readonly root: ItemRow | undefined;
  readonly ancestors: Ancestor[];
  /** The listed folder is in the trash. */
  readonly trashed: boolean;
  readonly folders: readonly ListedItem[];
  readonly files: readonly ListedItem[];
  readonly totals: Totals;
  readonly offset: number;
  readonly limit: number;
  /** Position of the requested item; null: not directly in this folder. Undefined: none was requested. */
  readonly position?: number | null;
}

/** The viewer for whom items are presented. */
export interface ItemView {
  /** Guests: their link, whose token the addresses carry, and its target; nothing above that is shown. */
  readonly link?: Pick<GuestActor, 'token' | 'rootId' | 'collection' | 'downloadLimit'>;
  /** Owners: the links to their items, by item. */
  readonly shares?: ReadonlyMap<string, Share>;
}
