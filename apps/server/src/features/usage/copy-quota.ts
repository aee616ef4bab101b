import type { Db, Trx } from '#db/database.ts';
import { hasQuota } from './quota-reservations.repo.ts';
import type { Reservations } from './quota-reservations.ts';
import { storageExceeded } from './usage.errors.ts';
import { addUsage } from './usage.repo.ts';
import type { Account, BytesByCategory } from './usage.types.ts';

/** The quota of an account for copies of its files, whose bytes are there already: nothing is reserved. */
export interface CopyQuota {
  /** @throws storage.exceeded when so many bytes would not fit now */
  check(db: Db, bytes: number): Promise<void>;
  /**
   * Counts copied bytes, in the transaction that inserts the copies and last in it.
   *
   * @throws storage.exceeded
   */
  commit(trx: Trx, bytes: BytesByCategory): Promise<void>;
}

/** Opens the quota of an account, once expired reservations no longer take its room. */
export const openCopyQuota = async (
  { releaseExpired }: Pick<Reservations, 'releaseExpired'>,
  { ownerId: userId, capacity }: Account,
): Promise<CopyQuota> => {
  if (capacity !== null) await releaseExpired(userId);
  return {
    check: async (db, by) => {
      if (by > 0 && capacity !== null && !(await hasQuota(db, { userId, by, capacity })))
        throw storageExceeded();
    },
    commit: async (trx, bytes) => {
      if (!(await addUsage(trx, userId, { bytes, capacity }))) throw storageExceeded();
    },
  };
};
