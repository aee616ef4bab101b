import { setImmediate as turn } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { Clock } from '#ports/clock.ts';
import {
  endLinksToNothing,
  forgetUnseenBefore,
  listEndedBefore,
  listSomeOf,
  listUnseenBefore,
  removeShares,
  removeSomeDeeds,
  removeSomeDeedsBefore,
  removeSomeGrants,
  removeSomeVisits,
} from './ended-links.repo.ts';

/** Milliseconds for which it is kept what was done through a link: as long as guests' changes can be taken back. */
const keptFor = 90 * 24 * 60 * 60_000;

/** Links that have ended. */
export interface EndedLinks {
  /** Ends links to what is there no more, and forgets those that ended long ago, and what was done long ago through any. */
  sweep(): Promise<void>;
  /** Forgets the links of an account that goes. @throws the signal's reason; the next call goes on */
  erase(ownerId: string, signal: AbortSignal): Promise<void>;
}

/** There may be very much of what was done through links: other requests are seen to meanwhile. */
const forget = async (db: Db, shareIds: readonly string[], signal?: AbortSignal): Promise<void> => {
  for (const removeSome of [removeSomeDeeds, removeSomeVisits, removeSomeGrants])
    while (await removeSome(db, shareIds)) {
      await turn();
      signal?.throwIfAborted();
    }
  await removeShares(db, shareIds);
};

/** What was done so long ago that it cannot be taken back any more. */
const forgetDeeds = async (db: Db, before: number): Promise<void> => {
  for (const id of await listUnseenBefore(db, before))
    await inTransaction(db, (trx) => forgetUnseenBefore(trx, id, before));
  while (await removeSomeDeedsBefore(db, before)) await turn();
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
    await forgetDeeds(db, now - keptFor);
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
