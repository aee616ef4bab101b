import type { Db } from '#db/database.ts';
import type { Actor } from '#http/actor.ts';
import { sumStaged } from './uploads.repo.ts';
import type { Staged } from './uploads.types.ts';

/** What guests of a request for files have sent counts against what it takes before it becomes files. */
export interface Staging {
  /** Runs the work of an upload, which says how far it has come. */
  during<T>(actor: Actor, work: (own: Staged) => Promise<T>): Promise<T>;
}

const alone = (): Staged => ({
  session: undefined,
  bytes: 0,
  resting: async () => 0,
  coming: () => 0,
});

export const createStaging = (db: Db): Staging => {
  const underWay = new Map<string, Set<Staged>>();

  return {
    during: async (actor, work) => {
      if (actor.kind !== 'guest' || actor.via !== 'request') return work(alone());
      const { linkId: link } = actor;
      const all = underWay.get(link) ?? new Set<Staged>();
      const own: Staged = {
        session: undefined,
        bytes: 0,
        resting: () => sumStaged(db, { link, except: [...all].flatMap(({ session }) => session ?? []) }),
        coming: () => [...all].reduce((sum, one) => sum + (one === own ? 0 : one.bytes), 0),
      };
      underWay.set(link, all.add(own));
      try {
        return await work(own);
      } finally {
        all.delete(own);
        if (all.size === 0) underWay.delete(link);
      }
    },
  };
};
