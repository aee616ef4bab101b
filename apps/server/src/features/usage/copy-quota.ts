import type { CopyQuota } from '#features/files/index.ts';
import type { QuotaEviction } from './quota-eviction.ts';
import type { Reservations } from './quota-reservations.ts';
import { addUsage } from './usage.repo.ts';
import type { Account } from './usage.types.ts';

export interface CopyQuotaDeps extends Pick<Reservations, 'releaseExpired'> {
  readonly eviction: QuotaEviction;
}

/** Opens the quota of an account, once expired reservations no longer take its room. */
export const openCopyQuota = async (
  { releaseExpired, eviction }: CopyQuotaDeps,
  { ownerId, capacity }: Account,
  { mayEvict }: { readonly mayEvict: boolean },
): Promise<CopyQuota> => {
  if (capacity === null)
    return {
      check: () => Promise.resolve(),
      commit: (trx, bytes) => addUsage(trx, ownerId, bytes),
    };
  await releaseExpired(ownerId);
  const account = { ownerId, capacity, mayEvict };
  return {
    check: async (trx, expected) => {
      if (expected > 0) await eviction.requireRoom(trx, account, { expected });
    },
    commit: async (trx, bytes) => {
      const size = Object.values(bytes).reduce((sum, count) => sum + count, 0);
      const store = () => addUsage(trx, ownerId, bytes);
      if (size > 0) await eviction.storeWithin(trx, account, { size, isReserved: false, store });
    },
  };
};
