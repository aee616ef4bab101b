import type { Db } from '#db/database.ts';
import type { ShareDeedRow, ShareRow } from '#db/tables/links.ts';
import type { NewActivity } from '#features/activity/index.ts';
import type { FileActions } from '#features/files/index.ts';
import type { UserActor } from '#http/actor.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import { findDeed, findSharedName, listDeeds } from './share-activity.repo.ts';
import type { Reverted } from './share-activity.types.ts';

/** What one call takes back of all that was done: a proxy waits no longer for the answer than this takes. */
const deedsAtOnce = 200;
const revertFor = 10_000;

export interface RevertWish {
  /** This one alone. */
  readonly deed?: string | undefined;
  /** Deeds older than this one; undefined: all. */
  readonly before?: string | undefined;
}

export interface RevertDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly actions: Pick<FileActions, 'takeBackNew' | 'undoDeed'>;
  readonly record: (on: Db, entry: NewActivity) => Promise<void>;
}

/** What says that something is not as the guest left it. */
const changedSince = new Set([
  'operation.not_found',
  'operation.stale',
  'item.not_found',
  'item.name_taken',
  'folder.too_deep',
]);

/** Takes back what guests did through a link. */
export interface Reverting {
  /** @throws deed.not_found */
  revert(actor: UserActor, share: ShareRow, wish: RevertWish): Promise<Reverted>;
}

export const createReverting = ({ db, clock, actions, record }: RevertDeps): Reverting => {
  /** @returns undefined where somebody else has just taken it back */
  const revertOne = async (
    actor: UserActor,
    deed: ShareDeedRow,
  ): Promise<'reverted' | 'kept' | undefined> => {
    try {
      if (deed.operation_id !== null) await actions.undoDeed(actor, deed.operation_id);
      else await actions.takeBackNew(actor, deed);
      return 'reverted';
    } catch (error) {
      if (!(error instanceof AppError) || !changedSince.has(error.code)) throw error;
      const now = await findDeed(db, deed.share_id, deed.id);
      return now?.reverted_at === null ? 'kept' : undefined;
    }
  };

  const listStanding = async (shareId: string, { deed: id, before }: RevertWish): Promise<ShareDeedRow[]> => {
    if (id === undefined) return listDeeds(db, { shareId, before, limit: deedsAtOnce + 1, standing: true });
    const deed = await findDeed(db, shareId, id);
    if (deed === undefined) throw new AppError('deed.not_found');
    return deed.reverted_at === null ? [deed] : [];
  };

  return {
    revert: async (actor, share, wish) => {
      const deeds = await listStanding(share.id, wish);
      const end = clock.now() + revertFor;
      const sum = { reverted: 0, kept: 0 };
      let done = 0;
      try {
        // Each depends on the one before: the folder is empty once what was put into it is gone.
        for (const deed of deeds) {
          if (done >= deedsAtOnce || clock.now() > end) break;
          const what = await revertOne(actor, deed);
          if (what !== undefined) sum[what] += 1;
          done += 1;
        }
      } finally {
        if (sum.reverted > 0) {
          const name = (await findSharedName(db, share.item_id)) ?? null;
          const details = { name, count: sum.reverted };
          await record(db, { kind: 'share.reverted', actorId: actor.id, userId: actor.id, details });
        }
      }
      return { ...sum, next: done < deeds.length ? (deeds[done - 1]?.id ?? null) : null };
    },
  };
};
