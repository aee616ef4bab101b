import type { Category } from '@holdall/contract/files';
import type { Db, Trx } from '#db/database.ts';
import { inUnsyncedTransaction } from '#db/in-unsynced-transaction.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { Clock } from '#ports/clock.ts';
import type { QuotaEviction } from './quota-eviction.ts';
import {
  addReserved,
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
import {
  type AnnouncedLength,
  bytesAhead,
  type ReservationKind,
  reservationLifetimes,
} from './usage.rules.ts';
import type { Account } from './usage.types.ts';

/**
 * A reservation of quota for one upload, so that its bytes are received only when they will fit. An account
 * without a limit reserves nothing, and only `commit` touches the database.
 */
export interface QuotaReservation {
  /** The upload that the quota is reserved for. */
  readonly id: string;
  readonly ownerId: string;
  /**
   * Ensures that this many bytes in all are and stay reserved; undefined when they are already. Called for
   * every piece that arrives.
   *
   * @throws storage.exceeded
   */
  grow(bytes: number): Promise<void> | undefined;
  /**
   * Reserves this many announced bytes in all. A guest's claim reserves nothing: it is only checked that they
   * would fit now.
   *
   * @throws storage.exceeded
   */
  reserve(bytes: number): Promise<void> | undefined;
  /**
   * Checks that this many bytes in all fit now. Only where something is in their way that may be removed they are reserved.
   *
   * @throws storage.exceeded
   */
  check(bytes: number): Promise<void> | undefined;
  /** Like `reserve`, in one transaction with other work. */
  reserveWith<T>(bytes: number, work: (trx: Trx) => Promise<T>): Promise<T>;
  /**
   * Runs work that records the number of staged bytes, in one transaction with the reservation. The
   * reservation keeps them beyond its expiry and returns the surplus; without a reservation the work runs
   * alone.
   *
   * @param bytes bytes that are still needed in all, as announced
   */
  resizeWith(
    staged: { readonly staged: number; readonly bytes: number },
    work: (db: Db) => Promise<void>,
  ): Promise<void>;
  /**
   * Converts the reservation into usage, in the transaction that records the file, after all that is about the file. Versions
   * that were in its way are evicted only now, so that an upload that breaks off costs none.
   *
   * @throws storage.exceeded when less was reserved and there is no room
   */
  commit(trx: Trx, file: CommittedFile): Promise<void>;
  /** Returns the reserved quota. If that fails, the reservation expires. */
  release(): Promise<void>;
}

/** A file that is recorded. */
export interface CommittedFile {
  readonly size: number;
  readonly category: Category;
  /** Bytes of a content that it has replaced, and that nothing keeps. */
  readonly released?: number | undefined;
  /** The blob of the content that it has replaced. */
  readonly replaced?: string | null | undefined;
}

export interface ReservationOptions {
  readonly id: string;
  readonly kind: ReservationKind;
  /** True if the reservation may exist already. */
  readonly mayExist: boolean;
  readonly length: AnnouncedLength;
  /** True if an upload that does not fit may cost the account earlier versions. */
  readonly mayEvict: boolean;
}

/** An attempt to enlarge a reservation. */
interface Raising {
  readonly by: number;
  /** True if it is refused otherwise. */
  readonly isLast: boolean;
}

/** An enlarged reservation, and the result of the work in its transaction. */
interface Raised<T> {
  readonly bytes: number;
  readonly result: T;
}

export interface Reservations {
  openReservation(account: Account, options: ReservationOptions): Promise<QuotaReservation>;
  /**
   * Adds bytes that are stored without an upload, in the transaction that records them and last in it.
   *
   * @throws storage.exceeded
   */
  addStored(
    trx: Trx,
    account: Account,
    file: { readonly size: number; readonly category: Category; readonly mayEvict: boolean },
  ): Promise<void>;
  /** Releases an upload's reservation, in the caller's transaction and last in it. */
  releaseReservation(trx: Trx, id: string): Promise<void>;
  /** Releases expired reservations: all of them, or those of one account. */
  releaseExpired(ownerId?: string): Promise<void>;
}

const releaseIn = async (trx: Trx, id: string): Promise<void> => {
  const taken = await removeReservation(trx, id);
  if (taken !== undefined) await returnQuota(trx, taken.userId, taken.bytes);
};

export interface ReservationsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly eviction: QuotaEviction;
}

export const createReservations = ({ db, clock, eviction }: ReservationsDeps): Reservations => {
  const releaseExpired: Reservations['releaseExpired'] = async (ownerId) => {
    for (const expired of await listExpired(db, clock.now(), ownerId)) {
      await inTransaction(db, async (trx) => {
        if (!(await releaseExpiredReservation(trx, expired))) return;
        await returnQuota(trx, expired.user_id, expired.bytes - expired.staged);
      });
    }
  };

  /**
   * A killed process may have left reservations that take the room, so expired ones are released before a refusal.
   * Another request or node may release them first, so the work is repeated in any case.
   *
   * @param work is told whether it is the last attempt
   */
  const retryAfterCleanup = async <T>(ownerId: string, work: (isLast: boolean) => Promise<T>): Promise<T> => {
    try {
      return await work(false);
    } catch (error) {
      if (!isStorageExceeded(error)) throw error;
      await releaseExpired(ownerId);
      return work(true);
    }
  };

  const openLimited = async (
    ownerId: string,
    capacity: number,
    { id, kind, mayExist, length, mayEvict }: ReservationOptions,
  ): Promise<QuotaReservation> => {
    /** Bytes that are reserved, as far as is known; undefined without a reservation. */
    let reserved = mayExist ? await findReservation(db, id) : undefined;
    let renewAt = clock.now() + reservationLifetimes[kind] / 2;
    const expiry = (): number => clock.now() + reservationLifetimes[kind];
    const isEnough = (bytes: number): boolean => reserved !== undefined && bytes <= reserved;

    const account = { ownerId, capacity, mayEvict };
    /** Claims the bytes; in the last attempt also those that versions could be evicted for. */
    const claim = async (trx: Trx, by: number, isLast: boolean): Promise<void> => {
      if (await claimQuota(trx, { userId: ownerId, by, capacity })) return;
      if (!isLast || !mayEvict) throw storageExceeded();
      await addReserved(trx, ownerId, by);
      await eviction.requireRoom(trx, account);
    };
    const raiseIn = async <T>(trx: Trx, { by, isLast }: Raising, result: T): Promise<Raised<T>> => {
      const bytes = await raiseReservation(trx, { id, userId: ownerId, by, expiresAt: expiry() });
      await claim(trx, by, isLast);
      return { bytes, result };
    };
    const adopt = <T>({ bytes, result }: Raised<T>): T => {
      reserved = bytes;
      renewAt = clock.now() + reservationLifetimes[kind] / 2;
      return result;
    };
    const raiseTo = async <T>(
      bytes: number,
      raiseBy: (raising: Raising) => Promise<Raised<T>>,
    ): Promise<T> => {
      const needed = Math.max(0, bytes - (reserved ?? 0));
      // An unknown length is reserved ahead, in ever smaller steps near the limit.
      for (let by = Math.max(needed, bytesAhead(length, bytes)); by > needed; by = Math.floor(by / 2)) {
        try {
          return adopt(await raiseBy({ by, isLast: false }));
        } catch (error) {
          if (!isStorageExceeded(error)) throw error;
        }
      }
      return adopt(await retryAfterCleanup(ownerId, (isLast) => raiseBy({ by: needed, isLast })));
    };
    const ensure = async (bytes: number): Promise<void> => {
      if (reserved !== undefined) {
        reserved = await renewReservation(db, id, { expiresAt: expiry() });
        renewAt = clock.now() + reservationLifetimes[kind] / 2;
      }
      if (isEnough(bytes)) return;
      // After a power failure no upload is left that needs the reservation, so it need not be synced.
      await raiseTo(bytes, (raising) => inUnsyncedTransaction(db, (trx) => raiseIn(trx, raising, undefined)));
    };

    /** A guest's claim must not take the owner's quota. */
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
      check: async (bytes) => {
        if (await hasQuota(db, { userId: ownerId, by: bytes, capacity })) return;
        await (length === 'claimed' ? checkQuota : ensure)(bytes);
      },
      reserveWith: async (bytes, work) => {
        if (length === 'claimed') await checkQuota(bytes);
        return raiseTo(length === 'claimed' ? 0 : bytes, (raising) =>
          inTransaction(db, async (trx) => raiseIn(trx, raising, await work(trx))),
        );
      },
      resizeWith: async ({ staged, bytes }, work) => {
        if (reserved === undefined) return work(db);
        reserved = await inTransaction(db, async (trx) => {
          await work(trx);
          const before = await renewReservation(trx, id, { expiresAt: expiry(), staged });
          const needed = length === 'claimed' ? staged : Math.max(staged, bytes);
          if (before === undefined || before <= needed) return before;
          await lowerReservation(trx, id, needed);
          await returnQuota(trx, ownerId, before - needed);
          return needed;
        });
        renewAt = clock.now() + reservationLifetimes[kind] / 2;
      },
      commit: async (trx, { size, category, released, replaced }) => {
        const taken = (await removeReservation(trx, id))?.bytes ?? 0;
        await eviction.storeWithin(
          trx,
          { ...account, replaced: typeof replaced === 'string' ? [replaced] : [] },
          {
            size,
            released,
            isReserved: taken >= size,
            store: () => storeBytes(trx, { userId: ownerId, category, size, reserved: taken }),
          },
        );
      },
      release: () => inTransaction(db, (trx) => releaseIn(trx, id)),
    };
  };

  const openUnlimited = (ownerId: string, { id, mayExist }: ReservationOptions): QuotaReservation => ({
    id,
    ownerId,
    grow: () => undefined,
    reserve: () => undefined,
    check: () => undefined,
    reserveWith: (_bytes, work) => inTransaction(db, work),
    resizeWith: (_staged, work) => work(db),
    commit: async (trx, { size, category }) => {
      // The upload may have begun while the account had a limit.
      const reserved = mayExist ? ((await removeReservation(trx, id))?.bytes ?? 0) : 0;
      await storeBytes(trx, { userId: ownerId, category, size, reserved });
    },
    release: async () => {
      if (mayExist) await inTransaction(db, (trx) => releaseIn(trx, id));
    },
  });

  return {
    openReservation: async ({ ownerId, capacity }, options) =>
      capacity === null ? openUnlimited(ownerId, options) : openLimited(ownerId, capacity, options),
    addStored: async (trx, { ownerId, capacity }, { mayEvict, size, category }) => {
      const store = () => storeBytes(trx, { userId: ownerId, category, size, reserved: 0 });
      if (capacity === null) return store();
      const account = { ownerId, capacity, mayEvict };
      return eviction.storeWithin(trx, account, { size, isReserved: false, store });
    },
    releaseReservation: releaseIn,
    releaseExpired,
  };
};
