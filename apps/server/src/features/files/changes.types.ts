import type { ChangeMeta } from '@holdall/contract/actions';
import type { ItemRow } from '#db/tables/files.ts';
import type { OperationRow } from '#db/tables/operations.ts';

/** What is read of an item of a selection, which may have very many. */
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
  | 'updated_at'
  | 'deleted_at'
  | 'trashed_by'
  | 'purged_at'
>;

/** What a change may make different in an item. */
export type ItemState = Pick<
  ItemRow,
  'parent_id' | 'name' | 'color' | 'emoji' | 'deleted_at' | 'trashed_by' | 'purged_at'
>;

/** Parts of an item's state that are written together. */
export type Aspect = 'place' | 'name' | 'look' | 'trash';

/** How what a place holds directly becomes more or less. */
export interface CountChange {
  /** A folder, or the owner for the top of the account. */
  readonly id: string;
  readonly items: number;
  readonly files: number;
  /** Bytes. */
  readonly size: number;
}

/** One item as it is, and as it is to be. */
export interface ItemChange {
  readonly before: SelectedRow;
  readonly after: ItemState;
}

/** What a call is going to do, once everything about it has been checked. */
export interface Plan {
  /** What the journal calls it; undefined for what cannot be undone. */
  readonly kind: OperationRow['kind'] | undefined;
  /** Whether items go into the trash or come out of it: by a mark of their own, or from a folder that bears one. */
  readonly throughTrash: boolean;
  /** Items that the call was for. */
  readonly count: number;
  readonly changes: readonly ItemChange[];
  /** `move`: the folder that it goes into; null is the top of the account. */
  readonly toName?: string | null;
}

export interface ChangeResult {
  readonly meta: ChangeMeta;
  /** Whether something was deleted for good. */
  readonly purged: boolean;
}
