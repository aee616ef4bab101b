import type { MoveBody, RemoveBody, RestoreBody } from '@holdall/contract/actions';
import type { ItemRow } from '#db/tables/files.ts';
import type { Actor, UserActor } from '#http/actor.ts';
import type { TreeDeps } from './changes.service.ts';
import type { ChangeResult } from './changes.types.ts';
import { resolveItem } from './item-gate.service.ts';
import { moveItems } from './move.service.ts';
import { removeItems } from './removal.service.ts';
import { renameItem, type RenameWish } from './rename.service.ts';
import { restoreItems } from './restore.service.ts';
import { type Newcomer, takeBackNew } from './take-back.service.ts';
import { eraseJournal, sweepJournal, undoDeed, undoOperation } from './undo.service.ts';

/** Everything that changes what items are called or where they are. Each call is done whole or not at all. */
export interface FileActions {
  /** @throws item.not_found, item.name_taken, item.wrong_type (emoji and colour are for folders) */
  rename(actor: Actor, wish: RenameWish): Promise<ChangeResult & { readonly item: ItemRow }>;
  /**
   * @throws item.not_found, item.parent_is_file, item.name_taken, folder.into_itself, folder.too_deep,
   *   batch.too_large
   */
  move(actor: Actor, wish: MoveBody): Promise<ChangeResult>;
  /** Puts items into the trash, or deletes for good what is there already. @throws item.not_found, batch.too_large */
  remove(actor: Actor, wish: RemoveBody): Promise<ChangeResult>;
  /** @throws item.not_found, folder.too_deep, batch.too_large */
  restore(actor: Actor, wish: RestoreBody): Promise<ChangeResult>;
  /** @throws operation.not_found, operation.stale, item.name_taken, folder.too_deep */
  undo(actor: Actor, operation: string): Promise<ChangeResult>;
  /** Takes back what a guest has done to the actor's items. As `undo`. */
  undoDeed(actor: UserActor, operation: string): Promise<ChangeResult>;
  /**
   * Takes back that a guest has put something into the actor's folder; what had made room for it comes back.
   *
   * @throws item.not_found, item.name_taken, operation.stale; operation.not_found where it was taken back already
   */
  takeBackNew(actor: UserActor, deed: Newcomer): Promise<ChangeResult>;
  /** Forgets all changes of an account that goes. @throws the signal's reason; the next call goes on */
  erase(ownerId: string, signal: AbortSignal): Promise<void>;
  /** Forgets changes that are too old to be undone; to be called from time to time. */
  sweep(): Promise<void>;
}

export const createFileActions = (deps: TreeDeps): FileActions => ({
  rename: async (actor, wish) => {
    const result = await renameItem(deps, actor, wish);
    return { ...result, item: await resolveItem(deps.db, actor, { id: wish.id, action: 'view' }) };
  },
  move: (actor, wish) => moveItems(deps, actor, wish),
  remove: (actor, wish) => removeItems(deps, actor, wish),
  restore: (actor, wish) => restoreItems(deps, actor, wish),
  undo: (actor, operation) => undoOperation(deps, actor, operation),
  undoDeed: (actor, operation) => undoDeed(deps, actor, operation),
  takeBackNew: (actor, deed) => takeBackNew(deps, actor, deed),
  erase: (ownerId, signal) => eraseJournal(deps.db, ownerId, signal),
  sweep: () => sweepJournal(deps),
});
