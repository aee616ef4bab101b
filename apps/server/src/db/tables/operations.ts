import type { Selectable } from 'kysely';

/** A change that can be taken back. */
export interface OperationsTable {
  id: string;
  owner_id: string;
  /** The principal that made the change, and may undo it: `user:<id>`. */
  principal: string;
  kind: 'rename' | 'move' | 'remove' | 'restore';
  created_at: number;
}
export type OperationRow = Selectable<OperationsTable>;

/** State of one item before and after an operation. */
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
}
export type OperationItemRow = Selectable<OperationItemsTable>;
