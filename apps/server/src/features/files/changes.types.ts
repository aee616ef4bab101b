import type { ChangeMeta } from '@holdall/contract/actions';
import type { ItemRow } from '#db/tables/files.ts';
import type { OperationRow } from '#db/tables/operations.ts';

/** The columns that are read of an item of a selection, which may be very large. */
export type SelectedRow = Pick<
  ItemRow,
  | 'id'
  | 'owner_id'
  | 'parent_id'
  | 'type'
  | 'name'
  | 'color'
  | 'emoji'
  | 'blob_id'
  | 'size'
  | 'items_count'
  | 'files_count'
  | 'modified_at'
  | 'deleted_at'
  | 'trashed_by'
  | 'purged_at'
>;

/** The columns of an item that a change may affect. */
export type ItemState = Pick<
  ItemRow,
  'parent_id' | 'name' | 'color' | 'emoji' | 'deleted_at' | 'trashed_by' | 'purged_at'
>;

/** Parts of an item's state that are written together. */
export type Aspect = 'place' | 'name' | 'look' | 'trash';

/** A change of a container's counts. */
export interface CountChange {
  /** A folder, or the owner for the top of the account. */
  readonly id: string;
  readonly items: number;
  readonly files: number;
  /** Bytes. */
  readonly size: number;
}

/** The state of an item before and after a change. */
export interface ItemChange {
  readonly before: SelectedRow;
  readonly after: ItemState;
  /** The blob of the version that becomes the content of the file again. */
  readonly formerBlob?: string | undefined;
}

/** A checked plan of a call. */
export interface Plan {
  /** Its kind in the ledger; undefined for changes that cannot be undone. */
  readonly kind: OperationRow['kind'] | undefined;
  /** True if items enter or leave the trash, by themselves or with a folder above them. */
  readonly throughTrash: boolean;
  /** Number of items that the call names. */
  readonly count: number;
  readonly changes: readonly ItemChange[];
  /** `move`: the name of the target folder; null is the top of the account. */
  readonly toName?: string | null;
}

export interface ChangeResult {
  readonly meta: ChangeMeta;
  /** True if anything was permanently deleted. */
  readonly purged: boolean;
}
