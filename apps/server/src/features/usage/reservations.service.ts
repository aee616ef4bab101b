import type { Category } from '@holdall/contract/files';
import type { Db, Trx } from '#db/database.ts';
import { inFleetingTransaction } from '#db/in-fleeting-transaction.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { Clock } from '#ports/clock.ts';
import {
  claimRoom,
  endLapsed,
  findReservation,
  hasRoom,
  listLapsed,
  lowerReservation,
  raiseReservation,
  renewReservation,
  returnRoom,
  storeBytes,
  takeReservation,
} from './reservations.repo.ts';
import { isStorageExceeded, storageExceeded } from './usage.errors.ts';
import { type AnnouncedLength, aheadOf, type Lease, leases } from './usage.rules.ts';
import type { Account } from './usage.types.ts';

/**
 * Room that is held for one upload, so that its bytes are taken only where they will find a place. In an
 * account without a limit nothing is reserved, and only `settle` touches the database.
 */
export interface Hold {
  /** The upload that the room is held for. */
  readonly id: string;
  readonly ownerId: string;
  /**
   * Sees to it that room for so many bytes in all is held, and goes on being held; undefined where that is
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
  foresee(bytes: number): Promise<void> | undefined;
  /** As `foresee`, in one transaction with other work on the database. */
  foreseeWith<T>(bytes: number, work: (trx: Trx) => Promise<T>): Promise<T>;
  /**
   * Runs work that records how many bytes lie staged, in one transaction with the reservation, which keeps
   * them beyond its lease; where nothing is reserved the work runs as it is.
   *
   * @param bytes what is still needed in all, as it is announced: more than that is given back
   */
  keepWith(
    staged: { readonly kept: number; readonly bytes: number },
    work: (db: Db) => Promise<void>,
  ): Promise<void>;
  /**
   * Turns the reservation into usage, in the transaction that records the file; to be called last in it.
   *
   * @throws storage.exceeded where less was held, and there is no room
   */
  settle(trx: Trx, file: { readonly size: number; readonly category: Category }): Promise<void>;
  /** Gives the room back. Where that fails the lease's end does it. */
  release(): Promise<void>;
}

export interface HoldOptions {
  readonly id: string;
  readonly lease: Lease;
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
  hold(account: Account, options: HoldOptions): Promise<Hold>;
  /** Gives back what an upload holds, on the caller's transaction and last in it. */
  releaseReservation(trx: Trx, id: string): Promise<void>;
  /** Takes away what uploads hold of which nothing was heard: all of them, or those of one account. */
  endLapsedReservations(ownerId?: string): Promise<boolean>;
}

const releaseIn = async (trx: Trx, id: string): Promise<void> => {
  const taken = await takeReservation(trx, id);
  if (taken !== undefined) await returnRoom(trx, taken.userId, taken.bytes);
};

export const createReservations = ({ db, clock }: { db: Db; clock: Clock }): Reservations => {
  const endLapsedReservations: Reservations['endLapsedReservations'] = async (ownerId) => {
    let ended = false;
    for (const lapsed of await listLapsed(db, clock.now(), ownerId)) {
      await inTransaction(db, async (trx) => {
        if (!(await endLapsed(trx, lapsed))) return;
        ended = true;
        await returnRoom(trx, lapsed.user_id, lapsed.bytes - lapsed.kept);
      });
    }
    return ended;
  };

  /** A killed process may have left reservations that stand in the way: they are looked for when there is no room. */
  const makingRoom = async <T>(ownerId: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!isStorageExceeded(error) || !(await endLapsedReservations(ownerId))) throw error;
      return work();
    }
  };

  const limitedHold = async (
    ownerId: string,
    capacity: number,
    { id, lease, begun, length }: HoldOptions,
  ): Promise<Hold> => {
    /** Bytes that are reserved, as far as is known; undefined where there is no reservation. */
    let held = begun ? await findReservation(db, id) : undefined;
    let renewAt = clock.now() + leases[lease] / 2;
    const expiry = (): number => clock.now() + leases[lease];
    const isEnough = (bytes: number): boolean => held !== undefined && bytes <= held;

    const raiseIn = async <T>(trx: Trx, by: number, result: T): Promise<Raised<T>> => {
      const bytes = await raiseReservation(trx, { id, userId: ownerId, by, expiresAt: expiry() });
      if (!(await claimRoom(trx, { userId: ownerId, by, capacity }))) throw storageExceeded();
      return { bytes, result };
    };
    const take = <T>({ bytes, result }: Raised<T>): T => {
      held = bytes;
      renewAt = clock.now() + leases[lease] / 2;
      return result;
    };
    const raiseTo = async <T>(bytes: number, raiseBy: (by: number) => Promise<Raised<T>>): Promise<T> => {
      const needed = Math.max(0, bytes - (held ?? 0));
      // Ahead, where nobody knows how much will come; nearer the limit in ever smaller steps.
      for (let by = Math.max(needed, aheadOf(length, bytes)); by > needed; by = Math.floor(by / 2)) {
        try {
          return take(await raiseBy(by));
        } catch (error) {
          if (!isStorageExceeded(error)) throw error;
        }
      }
      return take(await makingRoom(ownerId, () => raiseBy(needed)));
    };
    const makeSure = async (bytes: number): Promise<void> => {
      if (held !== undefined) {
        held = await renewReservation(db, id, { expiresAt: expiry() });
        renewAt = clock.now() + leases[lease] / 2;
      }
      if (isEnough(bytes)) return;
      // After a power failure nobody is there any more whom the room would be held for.
      await raiseTo(bytes, (by) => inFleetingTransaction(db, (trx) => raiseIn(trx, by, undefined)));
    };

    /** Nobody's claim takes somebody else's room. */
    const lookForRoom = (bytes: number): Promise<void> =>
      makingRoom(ownerId, async () => {
        const by = bytes - (held ?? 0);
        if (by > 0 && !(await hasRoom(db, { userId: ownerId, by, capacity }))) throw storageExceeded();
      });
    const grow: Hold['grow'] = (bytes) =>
      isEnough(bytes) && clock.now() < renewAt ? undefined : makeSure(bytes);

    return {
      id,
      ownerId,
      grow,
      foresee: length === 'claimed' ? lookForRoom : grow,
      foreseeWith: async (bytes, work) => {
        if (length === 'claimed') await lookForRoom(bytes);
        return raiseTo(length === 'claimed' ? 0 : bytes, (by) =>
          inTransaction(db, async (trx) => raiseIn(trx, by, await work(trx))),
        );
      },
      keepWith: async ({ kept, bytes }, work) => {
        if (held === undefined) return work(db);
        held = await inTransaction(db, async (trx) => {
          await work(trx);
          const before = await renewReservation(trx, id, { expiresAt: expiry(), kept });
          const needed = length === 'claimed' ? kept : Math.max(kept, bytes);
          if (before === undefined || before <= needed) return before;
          await lowerReservation(trx, id, needed);
          await returnRoom(trx, ownerId, before - needed);
          return needed;
        });
        renewAt = clock.now() + leases[lease] / 2;
      },
      settle: async (trx, { size, category }) => {
        const taken = await takeReservation(trx, id);
        const stored = await storeBytes(trx, {
          userId: ownerId,
          category,
          size,
          held: taken?.bytes ?? 0,
          capacity: taken !== undefined && taken.bytes >= size ? undefined : capacity,
        });
        if (!stored) throw storageExceeded();
      },
      release: () => inTransaction(db, (trx) => releaseIn(trx, id)),
    };
  };

  const freeHold = (ownerId: string, { id, begun }: HoldOptions): Hold => ({
    id,
    ownerId,
    grow: () => undefined,
    foresee: () => undefined,
    foreseeWith: (_bytes, work) => inTransaction(db, work),
    keepWith: (_staged, work) => work(db),
    settle: async (trx, { size, category }) => {
      // It may have been begun while the account had a limit.
      const held = begun ? ((await takeReservation(trx, id))?.bytes ?? 0) : 0;
      if (!(await storeBytes(trx, { userId: ownerId, category, size, held, capacity: undefined }))) {
        throw new Error(`The account ${ownerId} has no record of what it stores.`);
      }
    },
    release: async () => {
      if (begun) await inTransaction(db, (trx) => releaseIn(trx, id));
    },
  });

  return {
    hold: async ({ ownerId, capacity }, options) =>
      capacity === null ? freeHold(ownerId, options) : limitedHold(ownerId, capacity, options),
    releaseReservation: releaseIn,
    endLapsedReservations,
  };
};
