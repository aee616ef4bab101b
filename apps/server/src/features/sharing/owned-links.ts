import type { Db } from '#db/database.ts';
import { listPutAway } from '#features/files/index.ts';
import { isCollectionLink, isOpen } from '#features/links/index.ts';
import type { UserActor } from '#http/actor.ts';
import { findMembers } from './collection-members.ts';
import { historyFor } from './history.rules.ts';
import { listNotedLinks } from './owned-links.repo.ts';
import type { NotedLink } from './share-activity.types.ts';

/** Links that are looked at; nobody has more. */
const linksAtMost = 20_000;

export interface NotedLinks {
  /** Those that lead somewhere: they have not ended, and what they lead to is there and not in the trash. */
  readonly live: readonly NotedLink[];
  /** Those that have ended within 30 days, or lead nowhere. */
  readonly out: readonly NotedLink[];
}

/** An owner's links of which it is still told what was done through them. */
export const sortNotedLinks = async (db: Db, actor: UserActor, now: number): Promise<NotedLinks> => {
  const noted = await listNotedLinks(db, { ownerId: actor.id, since: now - historyFor, limit: linksAtMost });
  const away = await listPutAway(db, [...new Set(noted.flatMap(({ parent_id: parent }) => parent ?? []))]);
  const members = await findMembers(
    db,
    noted.filter(isCollectionLink).map(({ id }) => id),
  );
  const leads = (link: NotedLink): boolean =>
    isOpen(link, now) &&
    members.get(link.id)?.size !== 0 &&
    link.name !== null &&
    link.deleted_at === null &&
    (link.parent_id === null || !away.has(link.parent_id));
  return { live: noted.filter(leads), out: noted.filter((link) => !leads(link)) };
};
