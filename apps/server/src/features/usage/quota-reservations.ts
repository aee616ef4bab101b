import type { Category } from '@holdall/contract/files';
import type { Db, Trx } from '#db/database.ts';
import { inUnsyncedTransaction } from '#db/in-unsynced-transaction.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { Clock } from '#ports/clock.ts';
import {
  claimQuota,
  releaseExpiredReservation,
  findReservation,
  hasQuota,
  listExpired,
  lowerReservation,
  raiseReservation,
  renewReservation,
  returnQuota,
  storeBytes,
  removeReservation,
} from './quota-reservations.repo.ts';
import { isStorageExceeded, storageExceeded } from './usage.errors.ts';
import { type AnnouncedLength, aheadOf, type ReservationKind, reservationLifetimes } from './usage.rules.ts';
import type { Account } from './usage.types.ts';

/**
 * Room that is reserved for one upload, so that its bytes are taken only where they will find a place. In an
 * account without a limit nothing is reserved, and only `commit` touches the database.
 */
export interface QuotaReservation {
  /** The upload that the room is reserved for. */
  readonly id: string;
  readonly ownerId: string;
  /**
   * Sees to it that room for so many bytes in all is reserved, and goes on being reserved; undefined where that is
   * so already. Called for every piece that arrives.
   *
   * @throws storage.exceeded
   */
  grow(bytes: number): Promise<void> | undefined;
  /**
   * Prepares for so many bytes in all that are announced: they are reserved, or where the announcement is a mere claim it is
   * seen that there is room for them now.
   *
   * @throws storage.exceeded
   */
  reserve(bytes: number): Promise<void> | undefined;
  /** As `reserve`, in one transaction with other work on the database. */
  reserveWith<T>(bytes: number, work: (trx: Trx) => Promise<T>): Promise<T>;
  /**
   * Runs work that records how many bytes lie staged, in one transaction with the reservation, which keeps
   * them beyond its kind; where nothing is reserved the work runs as it is.
   *
   * @param bytes what is still needed in all, as it is announced: more than that is given back
   */
  resizeWith(
    staged: { readonly kept: number; readonly bytes: number },
    work: (db: Db) => Promise<void>,
  ): Promise<void>;
  /**
   * Turns the reservation into usage, in the transaction that records the file; to be called last in it.
   *
   * @throws storage.exceeded where less was reserved, and there is no room
   */
  commit(trx: Trx, file: { readonly size: number; readonly category: Category }): Promise<void>;
  /** Gives the room back. Where that fails the kind's end does it. */
  release(): Promise<void>;
}

export interface ReservationOptions {
  readonly id: string;
  readonly kind: ReservationKind;
  /** Whether the reservation may exist already. */
  readonly begun: boolean;
  readonly length: AnnouncedLength;
}

/** A reservation after it grew, and what the work beside it answered. */
interface Raised<T> {
  readonly bytes: number;
  readonly result: T;
}

export interface Reservations {
  openReservation(account: Account, options: ReservationOptions): Promise<QuotaReservation>;
  /** Gives back what an upload holds, on the caller's transaction and last in it. */
  releaseReservation(trx: Trx, id: string): Promise<void>;
  /** Takes away what uploads reservation of which nothing was heard: all of them, or those of one account. */
  releaseExpired(ownerId?: string): Promise<boolean>;
}

const releaseIn = async (trx: Trx, id: string): Promise<void> => {
  const taken = await removeReservation(trx, id);
  if (taken !== undefined) await returnQuota(trx, taken.userId, taken.bytes);
};

export const createReservations = ({ db, clock }: { db: Db; clock: Clock }): Reservations => {
  const releaseExpired: Reservations['releaseExpired'] = async (ownerId) => {
    let ended = false;
    for (const expired of await listExpired(db, clock.now(), ownerId)) {
      await inTransaction(db, async (trx) => {
        if (!(await releaseExpiredReservation(trx, expired))) return;
        ended = true;
        await returnQuota(trx, expired.user_id, expired.bytes - expired.kept);
      });
    }
    return ended;
  };

  /** A killed process may have left reservations that stand in the way: they are looked for when there is no room. */
  const retryAfterCleanup = async <T>(ownerId: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!isStorageExceeded(error) || !(await releaseExpired(ownerId))) throw error;
      return work();
    }
  };

  const openLimited = async (
    ownerId: string,
    capacity: number,
    { id, kind, begun, length }: ReservationOptions,
  ): Promise<QuotaReservation> => {
    /** Bytes that are reserved, as far as is known; undefined where there is no reservation. */
    let reserved = begun ? await findReservation(db, id) : undefined;
    let renewAt = clock.now() + reservationLifetimes[kind] / 2;
    const expiry = (): number => clock.now() + reservationLifetimes[kind];
    const isEnough = (bytes: number): boolean => reserved !== undefined && bytes <= reserved;

    const raiseIn = async <T>(trx: Trx, by: number, result: T): Promise<Raised<T>> => {
      const bytes = await raiseReservation(trx, { id, userId: ownerId, by, expiresAt: expiry() });
      if (!(await claimQuota(trx, { userId: ownerId, by, capacity }))) throw storageExceeded();
      return { bytes, result };
    };
    const adopt = <T>({ bytes, result }: Raised<T>): T => {
      reserved = bytes;
      renewAt = clock.now() + reservationLifetimes[kind] / 2;
      return result;
    };
    const raiseTo = async <T>(bytes: number, raiseBy: (by: number) => Promise<Raised<T>>): Promise<T> => {
      const needed = Math.max(0, bytes - (reserved ?? 0));
      // Ahead, where nobody knows how much will come; nearer the limit in ever smaller steps.
      for (let by = Math.max(needed, aheadOf(length, bytes)); by > needed; by = Math.floor(by / 2)) {
        try {
          return adopt(await raiseBy(by));
        } catch (error) {
          if (!isStorageExceeded(error)) throw error;
        }
      }
      return adopt(await retryAfterCleanup(ownerId, () => raiseBy(needed)));
    };
    const ensure = async (bytes: number): Promise<void> => {
      if (reserved !== undefined) {
        reserved = await renewReservation(db, id, { expiresAt: expiry() });
        renewAt = clock.now() + reservationLifetimes[kind] / 2;
      }
      if (isEnough(bytes)) return;
      // After a power failure nobody is there any more whom the room would be reserved for.
      await raiseTo(bytes, (by) => inUnsyncedTransaction(db, (trx) => raiseIn(trx, by, undefined)));
    };

    /** Nobody's claim takes somebody else's room. */
    const checkQuota = (bytes: number): Promise<void> =>
      retryAfterCleanup(ownerId, async () => {
        const by = bytes - (reserved ?? 0);
        if (by > 0 && !(await hasQuota(db, { userId: ownerId, by, capacity }))) throw storageExceeded();
      });
    const grow: QuotaReservation['grow'] = (bytes) =>
      isEnough(bytes) && clock.now() < renewAt ? undefined : ensure(bytes);

    return {
      id,
      ownerId,
      grow,
      reserve: length === 'claimed' ? checkQuota : grow,
      reserveWith: async (bytes, work) => {
        if (length === 'claimed') await checkQuota(bytes);
        return raiseTo(length === 'claimed' ? 0 : bytes, (by) =>
          inTransaction(db, async (trx) => raiseIn(trx, by, await work(trx))),
        );
      },
      resizeWith: async ({ kept, bytes }, work) => {
        if (reserved === undefined) return work(db);
        reserved = await inTransaction(db, async (trx) => {
          await work(trx);
          const before = await renewReservation(trx, id, { expiresAt: expiry(), kept });
          const needed = length === 'claimed' ? kept : Math.max(kept, bytes);
          if (before === undefined || before <= needed) return before;
          await lowerReservation(trx, id, needed);
          await returnQuota(trx, ownerId, before - needed);
          return needed;
        });
        renewAt = clock.now() + reservationLifetimes[kind] / 2;
      },
      commit: async (trx, { size, category }) => {
        const taken = await removeReservation(trx, id);
        const stored = await storeBytes(trx, {
          userId: ownerId,
          category,
          size,
          reserved: taken?.bytes ?? 0,
          capacity: taken !== undefined && taken.bytes >= size ? undefined : capacity,
        });
        if (!stored) throw storageExceeded();
      },
      release: () => inTransaction(db, (trx) => releaseIn(trx, id)),
    };
  };

  const openUnlimited = (ownerId: string, { id, begun }: ReservationOptions): QuotaReservation => ({
    id,
    ownerId,
    grow: () => undefined,
    reserve: () => undefined,
    reserveWith: (_bytes, work) => inTransaction(db, work),
    resizeWith: (_staged, work) => work(db),
    commit: async (trx, { size, category }) => {
      // It may have been begun while the account had a limit.
      const reserved = begun ? ((await removeReservation(trx, id))?.bytes ?? 0) : 0;
      if (!(await storeBytes(trx, { userId: ownerId, category, size, reserved, capacity: undefined }))) {
        throw new Error(`The account ${ownerId} has no record of what it stores.`);
      }
    },
    release: async () => {
      if (begun) await inTransaction(db, (trx) => releaseIn(trx, id));
    },
  });

  return {
    openReservation: async ({ ownerId, capacity }, options) =>
      capacity === null ? openUnlimited(ownerId, options) : openLimited(ownerId, capacity, options),
    releaseReservation: releaseIn,
    releaseExpired,
  };
};
