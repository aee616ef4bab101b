import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { SettingsService } from '#features/settings/index.ts';
import type { Clock } from '#ports/clock.ts';
import { type Events, filesEvent } from '#ports/events.ts';
import { dropVersions, type RemovalDeps } from './remove-versions.ts';
import { comparedWith, expiresAt, expiringBefore, retentionOf } from './thinning.rules.ts';
import { listOwnersOfVersions, listVersionsOf } from './versions.repo.ts';
import type { Retention } from './versions.types.ts';

/** Versions that one statement reads, and one transaction deletes. */
const versionsAtOnce = 500;

export interface ThinningDeps extends RemovalDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: Events;
  readonly settings: Pick<SettingsService, 'current'>;
}

/**
 * Removes the versions whose time is over, of all accounts and in small transactions. Ended anywhere it leaves nothing
 * undone that the next run does not do.
 *
 * @throws what the database throws, and the signal's reason
 */
export type Thin = (signal: AbortSignal) => Promise<void>;

export const createThinning = (deps: ThinningDeps): Thin => {
  const { db, clock, events, settings } = deps;

  /** @returns whether any was removed */
  const thinAccount = async (
    ownerId: string,
    retention: Retention,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const now = clock.now();
    const query = {
      ownerId,
      before: expiringBefore(retention, now),
      compared: comparedWith(retention),
      limit: versionsAtOnce,
    };
    let removed = 0;
    for (let after = ''; ;) {
      const batch = await listVersionsOf(db, { ...query, after });
      const last = batch.at(-1);
      if (last === undefined) return removed > 0;
      const ids = batch.filter((row) => (expiresAt(row, retention) ?? Infinity) <= now).map(({ id }) => id);
      if (ids.length > 0)
        removed += await inTransaction(db, (trx) => dropVersions(trx, deps, { ownerId, ids, now }));
      after = last.id;
      await yieldToEventLoop();
      signal.throwIfAborted();
    }
  };

  return async (signal) => {
    const retention = retentionOf(await settings.current());
    for (const ownerId of await listOwnersOfVersions(db))
      if (await thinAccount(ownerId, retention, signal))
        events.publish(filesEvent({ ownerId, origin: undefined, storage: true }));
  };
};
