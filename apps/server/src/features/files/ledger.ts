import type { Trx } from '#db/database.ts';
import type { ItemRow } from '#db/tables/files.ts';
import type { OperationRow } from '#db/tables/operations.ts';
import type { GuestAccess } from '#features/links/index.ts';
import { type Actor, principalOf } from '#lib/actor.ts';
import { createId } from '#ports/ids.ts';
import { ownerOf } from './item-tree.ts';
import {
  extendOverwrite,
  insertCreatedItems,
  insertOperation,
  insertOverwrittenItem,
} from './ledger.repo.ts';
import type { Overwritten } from './content-change.ts';

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

/** Tells whether an actor's uploads and new folders are recorded: those of users have no undo. */
const isRecorded = ({ actor }: Recording): boolean => actor.kind === 'guest' && actor.via === 'share';

const uploadOf = ({ name }: ItemRow) => ({ kind: 'upload' as const, count: 1, name, to_name: null });

/** Records an item that a guest has created; items of other actors are ignored. */
export const recordCreation = async (
  guests: GuestAccess,
  recording: Recording,
  item: ItemRow,
): Promise<void> => {
  if (!isRecorded(recording)) return;
  const summary = item.type === 'folder' ? { ...uploadOf(item), kind: 'create' as const } : uploadOf(item);
  const id = await recordOperation(guests, recording, summary);
  await insertCreatedItems(recording.trx, id, [item.id]);
};

/**
 * Records the new content that a guest has given a file; those of other actors are ignored. Saves in quick succession are
 * one change, like the version that they make: its undo returns to the content before the first of them.
 */
export const recordOverwrite = async (
  guests: GuestAccess,
  recording: Recording,
  { item, overwritten }: { readonly item: ItemRow; readonly overwritten: Overwritten },
): Promise<void> => {
  const { trx, now } = recording;
  const { former, blobBefore, blobAfter } = overwritten;
  if (!isRecorded(recording) || former === 'same') return;
  const contents = { itemId: item.id, blobBefore, blobAfter };
  if (former === 'coalesced' && (await extendOverwrite(trx, contents, now))) return;
  const id = await recordOperation(guests, recording, uploadOf(item));
  await insertOverwrittenItem(trx, id, contents);
};
