import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import type { TreeDeps } from './change-tree.ts';
import {
  listOldOperations,
  listOperationsOf,
  removeOperations,
  removeSomeOperationItems,
} from './ledger.repo.ts';

const day = 24 * 60 * 60 * 1000;
/** Milliseconds for which a change can be undone. */
export const changeLifetime = day;
/** Milliseconds for which owners can undo a guest's change. */
export const guestChangeLifetime = 90 * day;

/** Deletes operations with their items in batches, so that other requests run in between. */
const forget = async (db: Db, operationIds: readonly string[]): Promise<void> => {
  while (await removeSomeOperationItems(db, operationIds)) await yieldToEventLoop();
  await removeOperations(db, operationIds);
};

/** Deletes all changes of an account in batches. @throws the signal's reason */
export const eraseLedger = async (db: Db, ownerId: string, signal: AbortSignal): Promise<void> => {
  for (;;) {
    const operations = await listOperationsOf(db, ownerId);
    if (operations.length === 0) return;
    await forget(db, operations);
    await yieldToEventLoop();
    signal.throwIfAborted();
  }
};

/** Deletes changes that can no longer be undone, in batches. Those of guests count as seen before. */
export const sweepLedger = async ({
  db,
  clock,
  guests,
}: Pick<TreeDeps, 'db' | 'clock' | 'guests'>): Promise<void> => {
  const now = clock.now();
  const before = { own: now - changeLifetime, guests: now - guestChangeLifetime };
  await guests.markSeenBefore(db, before.guests);
  for (;;) {
    const old = await listOldOperations(db, before);
    if (old.length === 0) return;
    await forget(db, old);
    await yieldToEventLoop();
  }
};
