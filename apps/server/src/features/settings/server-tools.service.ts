import type { Db } from '#db/database.ts';
import type { UserActor } from '#http/actor.ts';
import type { Caller } from '#http/caller.ts';
import type { CachesCleared } from './settings.types.ts';

export interface ServerTools {
  /** Forgets what is only remembered to be faster, and writes down who did it. @returns how much of each kind */
  clearCaches(actor: UserActor, facts: Caller): Promise<Record<string, number>>;
}

export interface ServerToolsDeps {
  readonly db: Db;
  /** What there is to clear, by name; each answers how much it was. */
  readonly caches: Readonly<Record<string, () => Promise<number>>>;
  readonly record: (on: Db, entry: CachesCleared) => Promise<void>;
}

/** What administrators do with the server beside its settings. */
export const createServerTools = (deps: ServerToolsDeps): ServerTools => ({
  clearCaches: async (actor, facts) => {
    const cleared: Record<string, number> = {};
    for (const [name, clear] of Object.entries(deps.caches)) cleared[name] = await clear();
    await deps.record(deps.db, { kind: 'caches.cleared', actorId: actor.id, userId: null, ...facts });
    return cleared;
  },
});
