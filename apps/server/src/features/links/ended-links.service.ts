import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { Clock } from '#ports/clock.ts';
import {
  endLinksToNothing,
  markSeenBefore,
  listEndedBefore,
  listSomeOf,
  listUnseenBefore,
  removeShares,
  removeSomeActivity,
  removeSomeActivityBefore,
  removeSomeGrants,
  removeSomeVisits,
} from './ended-links.repo.ts';

/** Milliseconds for which the activity of a link is kept: as long as guests' changes can be reverted. */
const keptFor = 90 * 24 * 60 * 60_000;

/** The retention of ended links and of share activity. */
export interface EndedLinks {
  /** Ends links without a target, and deletes links that ended long ago and old activity of all links. */
  sweep(): Promise<void>;
  /** Deletes the links of an account that is deleted. @throws the signal's reason; the next call continues */
  erase(ownerId: string, signal: AbortSignal): Promise<void>;
}

/** Deletes in batches, because there may be much activity, and other requests must not wait. */
const forget = async (db: Db, shareIds: readonly string[], signal?: AbortSignal): Promise<void> => {
  for (const removeSome of [removeSomeActivity, removeSomeVisits, removeSomeGrants])
    while (await removeSome(db, shareIds)) {
      await yieldToEventLoop();
      signal?.throwIfAborted();
    }
  await removeShares(db, shareIds);
};

/** Deletes activity that is too old to be reverted. */
const forgetActivity = async (db: Db, before: number): Promise<void> => {
  for (const id of await listUnseenBefore(db, before))
    await inTransaction(db, (trx) => markSeenBefore(trx, id, before));
  while (await removeSomeActivityBefore(db, before)) await yieldToEventLoop();
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
    await forgetActivity(db, now - keptFor);
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
