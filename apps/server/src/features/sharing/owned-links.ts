import type { Db } from '#db/database.ts';
import { listTrashed } from '#features/files/index.ts';
import { isCollectionLink, isOpen } from '#features/links/index.ts';
import type { UserActor } from '#lib/actor.ts';
import { findMembers } from './collection-members.ts';
import { historyFor } from './history.rules.ts';
import { listOwnedLinks } from './owned-links.repo.ts';
import type { OwnedLink } from './share-activity.types.ts';

/** Links that are considered; more are not expected. */
const linksAtMost = 20_000;

export interface OwnedLinks {
  /** Links that can be opened: they have not ended, and their item exists outside the trash. */
  readonly live: readonly OwnedLink[];
  /** Links that have ended within 30 days, or have no reachable item. */
  readonly out: readonly OwnedLink[];
}

/** Partitions an owner's recent links into live ones and others. */
export const partitionOwnedLinks = async (db: Db, actor: UserActor, now: number): Promise<OwnedLinks> => {
  const owned = await listOwnedLinks(db, { ownerId: actor.id, since: now - historyFor, limit: linksAtMost });
  const away = await listTrashed(db, [...new Set(owned.flatMap(({ parent_id: parent }) => parent ?? []))]);
  const members = await findMembers(
    db,
    owned.filter(isCollectionLink).map(({ id }) => id),
  );
  const leads = (link: OwnedLink): boolean =>
    isOpen(link, now) &&
    members.get(link.id)?.size !== 0 &&
    link.name !== null &&
    link.deleted_at === null &&
    (link.parent_id === null || !away.has(link.parent_id));
  return { live: owned.filter(leads), out: owned.filter((link) => !leads(link)) };
};
