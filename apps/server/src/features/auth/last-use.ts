import type { Db } from '#db/database.ts';
import { touchUser } from './sessions.repo.ts';

export interface LastUse {
  /** Writes down that something of a person's was used. Nobody waits for it. */
  note(key: string, userId: string, write: () => Promise<void>): void;
  /** Writes down that a person was here. */
  noteUser(userId: string): void;
  /** Resolves when all is written down. */
  settled(): Promise<void>;
}

/** A database that cannot be written (a full disk) keeps nobody from reading, and neither does a long change. */
export const createLastUse = ({ db, now }: { db: Db; now: () => number }): LastUse => {
  /** What is being written down: behind a long change of many items that may take a while. */
  const writing = new Map<string, Promise<void>>();
  const begin = (key: string, write: () => Promise<void>): void => {
    if (writing.has(key)) return;
    const written = write()
      .catch(() => undefined)
      .finally(() => writing.delete(key));
    writing.set(key, written);
  };
  const noteUser = (userId: string): void => begin(`user ${userId}`, () => touchUser(db, userId, now()));
  return {
    noteUser,
    note: (key, userId, write) => {
      begin(key, write);
      noteUser(userId);
    },
    settled: async () => {
      await Promise.all(writing.values());
    },
  };
};
