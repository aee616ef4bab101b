import { setImmediate } from 'node:timers/promises';
import type { Db, Trx } from '#db/database.ts';
import { idsAtOnce } from '#db/item-set.ts';
import type { Clock } from '#ports/clock.ts';
import { createId } from '#ports/ids.ts';
import { findTouchedOwner, hasTouches, setRevisions, takeTouches } from './tree-revisions.repo.ts';
import type { WithTreeLock } from './tree-lock.ts';

export interface TreeRevisions {
  /**
   * Brings the revisions of an owner's folders, and of the top of the account, up to everything that was committed
   * before. What is read afterwards is at least as new as the revisions read with it, so that a client that keeps
   * both never misses a change.
   */
  fold(ownerId: string): Promise<void>;
  /** Folds for owners whose revisions nothing reads. */
  sweep(): Promise<void>;
}

export interface TreeRevisionsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly withTreeLock: WithTreeLock;
}

/**
 * Folds some touches into one new revision. No folder moves meanwhile, because of the lock that the transaction holds. A
 * touch of a transaction that is still under way is not seen, and stays for the next fold.
 *
 * @returns how many
 */
const foldSome = async (trx: Trx, ownerId: string, clock: Clock): Promise<number> => {
  const containers = await takeTouches(trx, ownerId, idsAtOnce);
  // Revisions are only compared, so the clocks of several servers do not matter.
  const revision = createId(clock.now());
  if (containers.length > 0)
    await setRevisions(trx, { ownerId, containers: [...new Set(containers)], revision });
  return containers.length;
};

/** Folds all touches within a transaction that holds the lock of the owner's tree. */
export const foldWithin = async (trx: Trx, ownerId: string, clock: Clock): Promise<void> => {
  while ((await foldSome(trx, ownerId, clock)) === idsAtOnce) await setImmediate();
};

export const createTreeRevisions = ({ db, clock, withTreeLock }: TreeRevisionsDeps): TreeRevisions => {
  const fold = async (ownerId: string): Promise<void> => {
    // Where there are none, whoever has folded the last ones has committed the revisions with it.
    if (!(await hasTouches(db, ownerId))) return;
    while ((await withTreeLock(ownerId, (trx) => foldSome(trx, ownerId, clock))) === idsAtOnce)
      await setImmediate();
  };

  return {
    fold,
    sweep: async () => {
      let owner = await findTouchedOwner(db, '');
      while (owner !== undefined) {
        await fold(owner);
        // The owners are visited one after the other, however many there are.
        owner = await findTouchedOwner(db, owner);
      }
    },
  };
};
