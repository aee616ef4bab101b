import type { Generated, Selectable } from 'kysely';

/**
 * The ledger of changes to items: it tells what can be undone, and what was done through a link. Of creations other
 * than copies it holds those of guests, which the owner of the link can undo.
 */
export interface OperationsTable {
  /** UUIDv7: the order in which changes were made. */
  id: string;
  owner_id: string;
  /** The principal that made the change, and may undo it: `user:<id>`. */
  principal: string;
  kind: 'create' | 'upload' | 'rename' | 'move' | 'remove' | 'restore' | 'copy';
  created_at: number;
  /** Number of changed items. */
  count: number;
  /** Name of the first of them before the change. */
  name: string;
  /** `rename`: the new name; `move` and `copy`: the name of the target folder; null for the top of the account. */
  to_name: string | null;
  /** The link by which a guest made the change; null for changes of users. No reference: both are kept for 90 days. */
  share_id: string | null;
  /** Number of the guest's visit. */
  visit: number | null;
  /** When it was undone. */
  reverted_at: Generated<number | null>;
}
export type OperationRow = Selectable<OperationsTable>;

/**
 * State of one item before and after an operation. A created item is as it was created in both; its undo is a move to
 * the trash.
 */
export interface OperationItemsTable {
  operation_id: string;
  item_id: string;
  parent_before: string | null;
  name_before: string;
  color_before: string | null;
  emoji_before: string | null;
  deleted_before: number | null;
  trashed_by_before: string | null;
  parent_after: string | null;
  name_after: string;
  color_after: string | null;
  emoji_after: string | null;
  deleted_after: number | null;
  trashed_by_after: string | null;
  /** Content that an operation replaced; null: none. */
  blob_before: string | null;
  /** Content of a file after an operation that created or replaced it; null: the content was not changed. */
  blob_after: string | null;
}
export type OperationItemRow = Selectable<OperationItemsTable>;
