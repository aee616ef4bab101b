import type { Db } from '#db/database.ts';
import type { Actor } from '#lib/actor.ts';
import { sumStaged } from './uploads.repo.ts';

/** An upload's entry in the budget of a request for files, until it becomes a file. */
export interface BudgetEntry {
  /** The upload that it continues, if any, whose staged bytes are its own. */
  session: string | undefined;
  /** Bytes received of its file. */
  bytes: number;
  /** Returns the staged bytes of the request's idle uploads. */
  idleBytes(): Promise<number>;
  /** Returns the bytes received of the request's other active uploads. */
  activeBytes(): number;
}

/** Counts the bytes that guests of a request for files have sent against its limit before they become files. */
export interface RequestBudgets {
  /** Runs the work of an upload, which updates its entry. */
  during<T>(actor: Actor, work: (budget: BudgetEntry) => Promise<T>): Promise<T>;
}

const unlimited = (): BudgetEntry => ({
  session: undefined,
  bytes: 0,
  idleBytes: async () => 0,
  activeBytes: () => 0,
});

export const createRequestBudgets = (db: Db): RequestBudgets => {
  const active = new Map<string, Set<BudgetEntry>>();

  return {
    during: async (actor, work) => {
      if (actor.kind !== 'guest' || actor.via !== 'request') return work(unlimited());
      const { linkId: link } = actor;
      const all = active.get(link) ?? new Set<BudgetEntry>();
      const budget: BudgetEntry = {
        session: undefined,
        bytes: 0,
        idleBytes: () => sumStaged(db, { link, except: [...all].flatMap(({ session }) => session ?? []) }),
        activeBytes: () => [...all].reduce((sum, one) => sum + (one === budget ? 0 : one.bytes), 0),
      };
      active.set(link, all.add(budget));
      try {
        return await work(budget);
      } finally {
        all.delete(budget);
        if (all.size === 0) active.delete(link);
      }
    },
  };
};
