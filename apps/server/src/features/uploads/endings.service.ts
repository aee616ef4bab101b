import type { Db } from '#db/database.ts';
import { listClosedToUploads, type Whose } from '#features/links/index.ts';
import type { Clock } from '#ports/clock.ts';
import type { SessionStore } from './session-store.service.ts';
import { sessionTurn, type Turns } from './turns.service.ts';
import { listGivenUp, listOpenSessions, removeFinishedSessions } from './uploads.repo.ts';
import { givenUpAfter } from './uploads.rules.ts';

/** Ends uploads that are not finished, and forgets their bytes. */
export interface Endings {
  /** One that does not exist is no error. */
  cancel(principal: string, name: string): Promise<void>;
  /** What somebody has left lying. @returns whether there was anything */
  endGivenUp(principal: string): Promise<boolean>;
  /** All of somebody's; the record of finished ones goes as well. @throws the signal's reason */
  endAll(whose: Whose, signal: AbortSignal): Promise<void>;
  /** What guests have begun and cannot go on with takes no more room. */
  endOfLinks(links: readonly string[]): Promise<void>;
}

export interface EndingsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly store: SessionStore;
  readonly turns: Turns;
}

export const createEndings = ({ db, clock, store, turns }: EndingsDeps): Endings => {
  const cancel = async (principal: string, name: string): Promise<void> => {
    const key = sessionTurn({ principal, name });
    await turns.evict(key);
    await turns.take(
      key,
      () => undefined,
      async (turn) => {
        turn.settle();
        const session = await store.find(principal, name);
        // Another server that takes bytes in for it finds out at its next sign of life.
        if (session?.state === 'open') await store.forget(session, {});
      },
    );
  };

  const endGivenUp = async (principal: string): Promise<boolean> => {
    const givenUp = (await listGivenUp(db, principal, clock.now() - givenUpAfter)).filter(
      (one) => turns.holder(sessionTurn(one)) === undefined,
    );
    for (const one of givenUp) await cancel(principal, one.name);
    return givenUp.length > 0;
  };
  const endOpen = async (whose: Whose, signal?: AbortSignal): Promise<void> => {
    for (;;) {
      const open = await listOpenSessions(db, whose);
      if (open.length === 0) break;
      for (const { principal, name } of open) {
        await cancel(principal, name);
        signal?.throwIfAborted();
      }
    }
  };
  const endAll = async (whose: Whose, signal: AbortSignal): Promise<void> => {
    await endOpen(whose, signal);
    await removeFinishedSessions(db, whose);
  };

  const endOfLinks = async (links: readonly string[]): Promise<void> => {
    for (const link of await listClosedToUploads(db, [...new Set(links)], clock.now()))
      await endOpen({ link });
  };

  return { cancel, endGivenUp, endAll, endOfLinks };
};
