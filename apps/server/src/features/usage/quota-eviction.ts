import type { Db, Trx } from '#db/database.ts';
import { findOccupied, lockEviction } from './quota-reservations.repo.ts';
import { storageExceeded } from './usage.errors.ts';
import { isWithin } from './usage.rules.ts';

/** The account that loses bytes, and what it keeps. */
export interface EvictionScope {
  readonly ownerId: string;
  /** Blobs of contents that the transaction has just replaced: they are not evicted for what has replaced them. */
  readonly replaced?: readonly string[] | undefined;
}

export interface EvictionDeps {
  /**
   * Deletes what an account would rather lose than refuse a file, in the transaction that records the file: at least so many
   * bytes, or nothing.
   */
  readonly evictVersions: (trx: Trx, eviction: EvictionScope & { readonly bytes: number }) => Promise<void>;
  /** Returns the bytes that `evictVersions` could free. */
  readonly evictableBytes: (db: Db, scope: EvictionScope) => Promise<number>;
}

/** A limited account, and what bytes for it may cost. */
export interface LimitedAccount extends EvictionScope {
  /** Bytes. */
  readonly capacity: number;
  /** True if bytes that do not fit may cost the account earlier versions. */
  readonly mayEvict: boolean;
}

/** Bytes that are recorded. */
export interface BytesToStore {
  readonly size: number;
  /** Bytes that the account is relieved of in the same transaction. */
  readonly released?: number | undefined;
  /** True if they were reserved: they are stored also where the capacity was lowered meanwhile. */
  readonly isReserved: boolean;
  /** Adds them to the account's usage. */
  readonly store: () => Promise<void>;
}

/** Bytes that must fit into an account, beside its reservations. */
export interface CheckedBytes {
  /** Stored by this transaction. */
  readonly stored?: number;
  /** To be stored. */
  readonly expected?: number;
}

export interface QuotaEviction {
  /**
   * Checks that what an account stores and all its reservations fit beside what cannot be evicted. A transaction that has
   * locked the account's row by adding to it is sure of that: no two of them count on the same versions.
   *
   * @throws storage.exceeded
   */
  requireRoom(trx: Trx, account: LimitedAccount, bytes?: CheckedBytes): Promise<void>;
  /**
   * Stores bytes in the transaction that records them, after their file, and evicts as many versions as they need: no more
   * for what others have reserved, which may never come.
   *
   * @throws storage.exceeded
   */
  storeWithin(trx: Trx, account: LimitedAccount, bytes: BytesToStore): Promise<void>;
}

export const createQuotaEviction = ({ evictVersions, evictableBytes }: EvictionDeps): QuotaEviction => {
  const requireRoom: QuotaEviction['requireRoom'] = async (
    trx,
    { capacity, mayEvict, ...scope },
    { stored = 0, expected = 0 } = {},
  ) => {
    const { used, reserved } = await findOccupied(trx, scope.ownerId);
    const occupied = { used: used + expected, reserved };
    const added = stored + expected;
    if (isWithin(occupied, capacity, added)) return;
    const evictable = mayEvict ? await evictableBytes(trx, scope) : 0;
    if (!isWithin(occupied, capacity + evictable, added)) throw storageExceeded();
  };

  return {
    requireRoom,
    storeWithin: async (trx, account, { size, released = 0, isReserved, store }) => {
      const { capacity, mayEvict, ...scope } = account;
      await lockEviction(trx, account.ownerId);
      const { used } = await findOccupied(trx, account.ownerId);
      const lack = used + size - released - capacity;
      if (mayEvict && lack > 0) await evictVersions(trx, { ...scope, bytes: lack });
      await store();
      if (!isReserved) await requireRoom(trx, account, { stored: size });
    },
  };
};
