import type { Db } from '#db/database.ts';
import type { UserActor } from '#lib/actor.ts';
import type { Caller } from '#lib/caller.ts';
import type { CachesCleared } from './settings.types.ts';

export interface ServerTools {
  /** Clears caches, and records the actor. @returns how many entries of each kind */
  clearCaches(actor: UserActor, facts: Caller): Promise<Record<string, number>>;
}

export interface ServerToolsDeps {
  readonly db: Db;
  /** Clears a cache, by name, and returns the number of its entries. */
  readonly caches: Readonly<Record<string, () => Promise<number>>>;
  readonly record: (on: Db, entry: CachesCleared) => Promise<void>;
}

/** Tools for administrators beside the settings. */
export const createServerTools = (deps: ServerToolsDeps): ServerTools => ({
  clearCaches: async (actor, facts) => {
    const cleared: Record<string, number> = {};
    for (const [name, clear] of Object.entries(deps.caches)) cleared[name] = await clear();
    await deps.record(deps.db, { kind: 'caches.cleared', actorId: actor.id, userId: null, ...facts });
    return cleared;
  },
});
