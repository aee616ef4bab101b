import type { Db } from '#db/database.ts';
import type { ShareDeedRow, ShareRow } from '#db/tables/links.ts';
import type { NewActivity } from '#features/activity/index.ts';
import type { FileActions } from '#features/files/index.ts';
import type { UserActor } from '#http/actor.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import {
  countStanding,
  findDeed,
  findOwnShare,
  listDeeds,
  listEnded,
  markReverted,
  markSeen,
} from './deeds.repo.ts';
import type { DeedsPage, EndedRow } from './deeds.types.ts';
import { historyFor } from './history.rules.ts';

const endedAtMost = 200;
/** Deeds that are looked at in one go. */
const revertedAtOnce = 500;

export interface Reverted {
  readonly reverted: number;
  readonly kept: number;
}

/** What was done through an owner's links, also through those that have ended. */
export interface DeedsService {
  /** The latest first. @throws share.not_found */
  list(
    actor: UserActor,
    token: string,
    wish: { readonly before?: string | undefined; readonly limit: number },
  ): Promise<DeedsPage>;
  /** @throws share.not_found */
  markSeen(actor: UserActor, token: string): Promise<void>;
  /**
   * Takes deeds back, the latest first; each whole or not at all. What was changed since stays as it is.
   *
   * @param deed one alone; undefined: all
   * @throws share.not_found
   */
  revert(actor: UserActor, token: string, deed?: string): Promise<Reverted>;
  /** Links that ended within 30 days, and through which something was done. */
  listEnded(actor: UserActor): Promise<EndedRow[]>;
}

export interface DeedsDeps {
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

export const createDeedsService = ({ db, clock, actions, record }: DeedsDeps): DeedsService => {
  const own = async (actor: UserActor, token: string): Promise<ShareRow> => {
    const share = await findOwnShare(db, { ownerId: actor.id, token });
    if (share === undefined) throw new AppError('share.not_found');
    return share;
  };

  /** Puts what came new into the trash, and brings back what had made room for it. */
  const removeNew = async (actor: UserActor, deed: ShareDeedRow): Promise<void> => {
    if (deed.item_id === null) throw new AppError('item.not_found');
    await actions.takeBackNew(actor, { id: deed.item_id, replacedId: deed.replaced_id });
  };

  /** @returns whether it was taken back */
  const revertOne = async (actor: UserActor, deed: ShareDeedRow): Promise<boolean> => {
    try {
      if (deed.operation_id !== null) await actions.undoDeed(actor, deed.operation_id);
      else await removeNew(actor, deed);
    } catch (error) {
      if (error instanceof AppError && changedSince.has(error.code)) return false;
      throw error;
    }
    await markReverted(db, [deed.id], clock.now());
    return true;
  };

  const revertAll = async (actor: UserActor, shareId: string): Promise<Reverted> => {
    const sum = { reverted: 0, kept: 0 };
    let before: string | undefined;
    for (;;) {
      const deeds = await listDeeds(db, { shareId, before, limit: revertedAtOnce, standing: true });
      // Each depends on the one before: the folder is empty once what was put into it is gone.
      for (const deed of deeds) {
        if (await revertOne(actor, deed)) sum.reverted += 1;
        else sum.kept += 1;
      }
      if (deeds.length < revertedAtOnce) return sum;
      before = deeds.at(-1)?.id;
    }
  };

  return {
    list: async (actor, token, { before, limit }) => {
      const { id: shareId } = await own(actor, token);
      const found = await listDeeds(db, { shareId, before, limit: limit + 1 });
      const deeds = found.slice(0, limit);
      const next = found.length > limit ? (deeds.at(-1)?.id ?? null) : null;
      return { deeds, next, standing: await countStanding(db, shareId) };
    },
    markSeen: async (actor, token) => markSeen(db, (await own(actor, token)).id),
    revert: async (actor, token, deedId) => {
      const share = await own(actor, token);
      let sum: Reverted;
      if (deedId === undefined) sum = await revertAll(actor, share.id);
      else {
        const deed = await findDeed(db, share.id, deedId);
        const done = deed?.reverted_at === null && (await revertOne(actor, deed));
        sum = { reverted: done ? 1 : 0, kept: done ? 0 : 1 };
      }
      const details = { count: sum.reverted };
      if (sum.reverted > 0)
        await record(db, { kind: 'share.reverted', actorId: actor.id, userId: actor.id, details });
      return sum;
    },
    listEnded: (actor) => {
      const now = clock.now();
      return listEnded(db, { ownerId: actor.id, since: now - historyFor, now, limit: endedAtMost });
    },
  };
};
