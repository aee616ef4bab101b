import type { Trx } from '#db/database.ts';
import type { ItemRow } from '#db/tables/files.ts';
import type { OperationRow } from '#db/tables/operations.ts';
import type { GuestAccess } from '#features/links/index.ts';
import { type Actor, principalOf } from '#lib/actor.ts';
import { createId } from '#ports/ids.ts';
import { ownerOf } from './item-tree.ts';
import { insertCreatedItems, insertOperation } from './ledger.repo.ts';

/** The transaction that makes a change. */
interface Recording {
  readonly trx: Trx;
  readonly actor: Actor;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Records an operation without its items. @returns its id */
export const recordOperation = async (
  guests: GuestAccess,
  { trx, actor, now }: Recording,
  summary: Pick<OperationRow, 'kind' | 'count' | 'name' | 'to_name'>,
): Promise<string> => {
  const change = { id: createId(now), ...summary };
  const origin = await guests.record(trx, actor, change);
  await insertOperation(trx, {
    ...change,
    ...origin,
    owner_id: ownerOf(actor),
    principal: principalOf(actor),
    created_at: now,
  });
  return change.id;
};

/**
 * Records an item that a guest has created; items of other actors are ignored.
 *
 * @param created the item, and the file that an upload replaced
 */
export const recordCreation = async (
  guests: GuestAccess,
  recording: Recording,
  { item, replacedId = null }: { readonly item: ItemRow; readonly replacedId?: string | null },
): Promise<void> => {
  const { trx, actor } = recording;
  if (actor.kind !== 'guest' || actor.via !== 'share') return;
  const id = await recordOperation(guests, recording, {
    kind: item.type === 'folder' ? 'create' : 'upload',
    count: 1,
    name: item.name,
    to_name: null,
  });
  await insertCreatedItems(trx, id, replacedId === null ? [item.id] : [item.id, replacedId]);
};
