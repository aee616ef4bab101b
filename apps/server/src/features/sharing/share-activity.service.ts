import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { ShareRow } from '#db/tables/links.ts';
import type { UserActor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import { type Events, filesEvent } from '#ports/events.ts';
import {
  countEntries,
  countRevertible,
  findOwnShare,
  listActivity,
  markSeen,
} from './share-activity.repo.ts';
import type { ActivityPage, EndedLinks, OwnedLink, Reverted } from './share-activity.types.ts';
import { partitionOwnedLinks } from './owned-links.ts';
import { createActivityRevert, type RevertDeps, type RevertRequest } from './activity-revert.ts';

const endedAtMost = 200;

/** The activity of guests through an owner's links, ended ones included. */
export interface ShareActivityService {
  /** Lists entries, the latest first. @throws share.not_found */
  list(
    actor: UserActor,
    token: string,
    query: { readonly before?: string | undefined; readonly limit: number },
  ): Promise<ActivityPage>;
  /**
   * Marks entries as seen by the owner.
   *
   * @param until the latest entry that they have seen; undefined means all until now
   * @throws share.not_found
   */
  markSeen(actor: UserActor, token: string, until: string | undefined): Promise<void>;
  /**
   * Reverts entries, the latest first, each of them atomically. Items that have changed since are kept.
   *
   * @throws share.not_found, share_activity.not_found
   */
  revert(actor: UserActor, token: string, request: RevertRequest): Promise<Reverted>;
  /** Lists links with activity that ended within 30 days or lead into the trash. */
  listEnded(actor: UserActor): Promise<EndedLinks>;
}

export interface ShareActivityDeps extends RevertDeps {
  readonly events: Events;
}

/** Returns when a link ended, by revocation or expiry, whichever was first; null if it has not. */
const endOf = ({ revoked_at: revoked, expires_at: expires }: OwnedLink, now: number): number | null => {
  const ends = [revoked, expires].filter((end) => end !== null && end <= now);
  return ends.length === 0 ? null : Math.min(...ends.map(Number));
};

export const createShareActivityService = ({ events, ...deps }: ShareActivityDeps): ShareActivityService => {
  const { db, clock } = deps;
  const activityRevert = createActivityRevert(deps);
  const own = async (on: Db, actor: UserActor, token: string): Promise<ShareRow> => {
    const share = await findOwnShare(on, { ownerId: actor.id, token });
    if (share === undefined) throw new AppError('share.not_found');
    return share;
  };

  return {
    list: async (actor, token, { before, limit }) => {
      const { id: shareId } = await own(db, actor, token);
      const found = await listActivity(db, { shareId, before, limit: limit + 1 });
      const entries = found.slice(0, limit);
      const next = found.length > limit ? (entries.at(-1)?.id ?? null) : null;
      return { entries, next, revertible: before === undefined ? await countRevertible(db, shareId) : null };
    },
    markSeen: async (actor, token, until) => {
      const share = await own(db, actor, token);
      const { id: ownerId, origin } = actor;
      // Other pages show it as well.
      if (await inTransaction(db, (trx) => markSeen(trx, share.id, until)))
        events.publish(filesEvent({ ownerId, origin, itemIds: [share.item_id] }));
    },
    revert: async (actor, token, request) =>
      activityRevert.revert(actor, await own(db, actor, token), request),
    listEnded: async (actor) => {
      const now = clock.now();
      const { out } = await partitionOwnedLinks(db, actor, now);
      const ended = out
        .filter(({ visitors }) => visitors > 0)
        .map((link) => ({ ...link, endedAt: endOf(link, now) }))
        .toSorted((one, other) => (other.endedAt ?? Infinity) - (one.endedAt ?? Infinity) || 0);
      const shown = ended.slice(0, endedAtMost);
      const counts = await countEntries(
        db,
        shown.map(({ id }) => id),
      );
      const links = shown.map((link) => ({ ...link, entries: counts.get(link.id) ?? 0 }));
      return { links, more: ended.length > shown.length };
    },
  };
};
