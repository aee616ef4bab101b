import type { Share } from '@holdall/contract/shares';
import type { Ancestor } from '@holdall/contract/files';
import type { BlobRow, ItemRow } from '#db/tables/files.ts';
import type { GuestActor } from '#http/actor.ts';

/** What a folder, or the top of an account, holds. */
export interface Totals {
  readonly folders: number;
  readonly files: number;
  /** Bytes of the files. */
  readonly size: number;
}

/** An item, where it is, and the bytes of a file. */
export interface ItemDetails {
  readonly item: ItemRow;
  readonly ancestors: Ancestor[];
  /** The item is in the trash, by itself or by a folder above it. */
  readonly trashed: boolean;
  readonly blob: BlobRow | undefined;
}

/** What a listing tells of an item: its other columns, which may be long, are not read for it. */
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
  | 'updated_at'
  | 'deleted_at'
>;

/** One page of a folder, with what stands around it. */
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
  /** Where the item is that was asked for; null: not directly in this folder. Undefined: none was. */
  readonly position?: number | null;
}

/** For whom items are presented. */
export interface ItemView {
  /** Guests: their link, whose token the addresses carry, and what it leads to; nothing above that is told. */
  readonly link?: Pick<GuestActor, 'token' | 'rootId' | 'collection' | 'downloadLimit'>;
  /** Owners: the links to their items, by the item. */
  readonly shares?: ReadonlyMap<string, Share>;
}
