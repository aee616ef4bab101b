import type { CopyQuota } from '#features/files/index.ts';
import { findLack, hasQuota } from './quota-reservations.repo.ts';
import type { Reservations, EvictionDeps } from './quota-reservations.ts';
import { storageExceeded } from './usage.errors.ts';
import { addUsage } from './usage.repo.ts';
import type { Account } from './usage.types.ts';

/** Opens the quota of an account, once expired reservations no longer take its room. */
export const openCopyQuota = async (
  { releaseExpired, evictVersions, evictableBytes }: Pick<Reservations, 'releaseExpired'> & EvictionDeps,
  { ownerId: userId, capacity }: Account,
  { mayEvict }: { readonly mayEvict: boolean },
): Promise<CopyQuota> => {
  if (capacity !== null) await releaseExpired(userId);
  return {
    check: async (trx, by) => {
      if (by <= 0 || capacity === null) return;
      const quota = { userId, by, capacity };
      if (await hasQuota(trx, quota)) return;
      if (!mayEvict || (await evictableBytes(trx, userId)) < (await findLack(trx, quota)))
        throw storageExceeded();
    },
    commit: async (trx, bytes) => {
      const store = () => addUsage(trx, userId, { bytes, capacity });
      if (await store()) return;
      if (!mayEvict || capacity === null) throw storageExceeded();
      const by = Object.values(bytes).reduce((sum, size) => sum + size, 0);
      await evictVersions(trx, { ownerId: userId, bytes: await findLack(trx, { userId, by, capacity }) });
      if (!(await store())) throw storageExceeded();
    },
  };
};
