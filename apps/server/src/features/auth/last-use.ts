import type { Db } from '#db/database.ts';
import { touchUser } from './sessions.repo.ts';

export interface LastUse {
  /** Records a use in the background. */
  record(key: string, userId: string, write: () => Promise<void>): void;
  /** Records a visit of a user. */
  recordVisit(userId: string): void;
  /** Resolves when all uses are recorded. */
  settled(): Promise<void>;
}

/** Recording runs in the background, so that neither a full disk nor a long write blocks reads. */
export const createLastUse = ({ db, now }: { db: Db; now: () => number }): LastUse => {
  /** Writes in progress; behind a long change of many items they may take a while. */
  const writing = new Map<string, Promise<void>>();
  const begin = (key: string, write: () => Promise<void>): void => {
    if (writing.has(key)) return;
    const written = write()
      .catch(() => undefined)
      .finally(() => writing.delete(key));
    writing.set(key, written);
  };
  const recordVisit = (userId: string): void => begin(`user ${userId}`, () => touchUser(db, userId, now()));
  return {
    recordVisit,
    record: (key, userId, write) => {
      begin(key, write);
      recordVisit(userId);
    },
    settled: async () => {
      await Promise.all(writing.values());
    },
  };
};
