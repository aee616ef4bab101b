import type { Db } from '#db/database.ts';
import { listPutAway } from '#features/files/index.ts';
import { isOpen } from '#features/links/index.ts';
import type { UserActor } from '#http/actor.ts';
import type { Clock } from '#ports/clock.ts';
import { historyFor } from './history.rules.ts';
import { findLastDeed, listNotedLinks } from './summary.repo.ts';
import type { LinksSummary, NotedLink } from './summary.types.ts';

/** Links that are looked at; nobody has more. */
const linksAtMost = 20_000;

/** How many links somebody has, and what guests did that was not looked at. */
export type SummarizeLinks = (actor: UserActor) => Promise<LinksSummary>;

export const createLinksSummary =
  ({ db, clock }: { readonly db: Db; readonly clock: Clock }): SummarizeLinks =>
  async ({ id: ownerId }) => {
    const now = clock.now();
    const noted = await listNotedLinks(db, { ownerId, since: now - historyFor, limit: linksAtMost });
    const away = await listPutAway(db, [...new Set(noted.flatMap(({ parent_id: parent }) => parent ?? []))]);
    /** It leads somewhere: what it leads to is there, and not in the trash. */
    const leads = ({ name, parent_id: parent, deleted_at: deleted }: NotedLink): boolean =>
      name !== null && deleted === null && (parent === null || !away.has(parent));
    const open = noted.filter((link) => isOpen(link, now));
    const live = open.filter(leads);
    const told = [...live, ...noted.filter((link) => !isOpen(link, now))].filter(({ unseen }) => unseen > 0);
    const deed =
      told.length === 0
        ? undefined
        : await findLastDeed(
            db,
            told.map(({ id }) => id),
          );
    const link = told.find(({ id }) => id === deed?.share_id);
    return {
      links: live.length,
      unseen: told.reduce((sum, { unseen }) => sum + unseen, 0),
      latest: deed && link && { token: link.token, name: link.name, visit: deed.visit, at: deed.at },
    };
  };
