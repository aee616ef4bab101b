import type { CopyBody, MoveBody, RemoveBody, RestoreBody } from '@holdall/contract/actions';
import type { ItemRow } from '#db/tables/files.ts';
import type { Actor, UserActor } from '#lib/actor.ts';
import type { ChangeResult } from './changes.types.ts';
import { type CopyDeps, copyItems } from './copy-items.ts';
import { resolveItem } from './item-gate.ts';
import { eraseLedger, sweepLedger } from './ledger-retention.ts';
import { moveItems } from './move-items.ts';
import { removeItems } from './remove-items.ts';
import { renameItem, type RenameInput } from './rename-item.ts';
import { restoreItems } from './restore-items.ts';
import { undoGuestChange, undoOperation } from './undo.ts';

/** Changes to the names and locations of items. Each call is atomic. */
export interface FileActions {
  /** @throws item.not_found, item.name_taken, item.wrong_type (emoji and colour are for folders) */
  rename(actor: Actor, input: RenameInput): Promise<ChangeResult & { readonly item: ItemRow }>;
  /**
   * @throws item.not_found, item.parent_is_file, item.name_taken, folder.into_itself, folder.too_deep,
   *   batch.too_large
   */
  move(actor: Actor, input: MoveBody): Promise<ChangeResult>;
  /**
   * Copies items with everything in them. Copies share the bytes of their originals.
   *
   * @throws item.not_found, item.parent_is_file, item.name_taken, folder.into_itself, folder.too_deep,
   *   batch.too_large, upload.disabled, folder.disabled, storage.exceeded
   */
  copy(actor: Actor, input: CopyBody): Promise<ChangeResult>;
  /**
   * Moves items to the trash, or deletes permanently those that are there already.
   *
   * @throws item.not_found, batch.too_large
   */
  remove(actor: Actor, input: RemoveBody): Promise<ChangeResult>;
  /** @throws item.not_found, folder.too_deep, batch.too_large */
  restore(actor: Actor, input: RestoreBody): Promise<ChangeResult>;
  /** @throws operation.not_found, operation.stale, item.name_taken, folder.too_deep */
  undo(actor: Actor, operation: string): Promise<ChangeResult>;
  /** Undoes a guest's change to the actor's items; what the guest created goes to the trash. Throws like `undo`. */
  undoGuestChange(actor: UserActor, operation: string): Promise<ChangeResult>;
  /** Deletes the recorded changes of an account that is being deleted. @throws the signal's reason; the next call continues */
  erase(ownerId: string, signal: AbortSignal): Promise<void>;
  /** Deletes changes that are too old to be undone; called from time to time. */
  sweep(): Promise<void>;
}

export const createFileActions = (deps: CopyDeps): FileActions => ({
  rename: async (actor, input) => {
    const result = await renameItem(deps, actor, input);
    return { ...result, item: await resolveItem(deps.db, actor, { id: input.id, action: 'view' }) };
  },
  move: (actor, input) => moveItems(deps, actor, input),
  copy: (actor, input) => copyItems(deps, actor, input),
  remove: (actor, input) => removeItems(deps, actor, input),
  restore: (actor, input) => restoreItems(deps, actor, input),
  undo: (actor, operation) => undoOperation(deps, actor, operation),
  undoGuestChange: (actor, operation) => undoGuestChange(deps, actor, operation),
  erase: (ownerId, signal) => eraseLedger(deps.db, ownerId, signal),
  sweep: () => sweepLedger(deps),
});
