import type { Db } from '#db/database.ts';
import { listTrashed } from '#features/files/index.ts';
import { isCollectionLink, isOpen } from '#features/links/index.ts';
import type { UserActor } from '#http/actor.ts';
import { findMembers } from './collection-members.ts';
import { historyFor } from './history.rules.ts';
import { listOwnedLinks } from './owned-links.repo.ts';
import type { OwnedLink } from './share-activity.types.ts';

/** Links that are looked at; nobody has more. */
const linksAtMost = 20_000;

export interface OwnedLinks {
  /** Those that lead somewhere: they have not ended, and what they lead to is there and not in the trash. */
  readonly live: readonly OwnedLink[];
  /** Those that have ended within 30 days, or lead nowhere. */
  readonly out: readonly OwnedLink[];
}

/** An owner's links of which it is still told what was done through them. */
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
