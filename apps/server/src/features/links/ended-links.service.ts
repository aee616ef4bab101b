import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import type { Clock } from '#ports/clock.ts';
import {
  endLinksToNothing,
  listEndedBefore,
  listSomeOf,
  removeShares,
  removeSomeGrants,
  removeSomeVisits,
} from './ended-links.repo.ts';

/** Milliseconds for which a link is kept after its end: as long as guests' changes can be reverted. */
const keptFor = 90 * 24 * 60 * 60_000;

/** The retention of ended links. */
export interface EndedLinks {
  /** Ends links without a target, and deletes links that ended long ago. */
  sweep(): Promise<void>;
  /** Deletes the links of an account that is deleted. @throws the signal's reason; the next call continues */
  erase(ownerId: string, signal: AbortSignal): Promise<void>;
}

/** Deletes in batches, because there may be many visits, and other requests must not wait. */
const forget = async (db: Db, shareIds: readonly string[], signal?: AbortSignal): Promise<void> => {
  for (const removeSome of [removeSomeVisits, removeSomeGrants])
    while (await removeSome(db, shareIds)) {
      await yieldToEventLoop();
      signal?.throwIfAborted();
    }
  await removeShares(db, shareIds);
};

export const createEndedLinks = ({ db, clock }: { readonly db: Db; readonly clock: Clock }): EndedLinks => ({
  sweep: async () => {
    const now = clock.now();
    await endLinksToNothing(db, now);
    for (;;) {
      const ended = await listEndedBefore(db, now - keptFor);
      if (ended.length === 0) break;
      await forget(db, ended);
    }
  },
  erase: async (ownerId, signal) => {
    for (;;) {
      const own = await listSomeOf(db, ownerId);
      if (own.length === 0) return;
      await forget(db, own, signal);
      signal.throwIfAborted();
    }
  },
});
