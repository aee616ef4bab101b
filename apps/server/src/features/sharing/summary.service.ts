import type { Db } from '#db/database.ts';
import type { UserActor } from '#lib/actor.ts';
import type { Clock } from '#ports/clock.ts';
import { findEntry } from './share-activity.repo.ts';
import type { OwnedLink } from './share-activity.types.ts';
import { countUnseenFiles } from './owned-links.repo.ts';
import { partitionOwnedLinks } from './owned-links.ts';
import type { LinksSummary } from './summary.types.ts';

/** Summarizes an owner's links, and the unseen changes of guests. */
export type SummarizeLinks = (actor: UserActor) => Promise<LinksSummary>;

const byLastActivity = ({ last_operation: one }: OwnedLink, { last_operation: other }: OwnedLink): number =>
  (one ?? '') < (other ?? '') ? 1 : -1;

export const createLinksSummary =
  ({ db, clock }: { readonly db: Db; readonly clock: Clock }): SummarizeLinks =>
  async (actor) => {
    const { live, out } = await partitionOwnedLinks(db, actor, clock.now());
    const unseenLinks = [...live, ...out].filter(({ unseen }) => unseen > 0);
    const [link] = unseenLinks.toSorted(byLastActivity);
    const entry = link?.last_operation ? await findEntry(db, link.id, link.last_operation) : undefined;
    return {
      links: live.length,
      unseen: unseenLinks.reduce((sum, { unseen }) => sum + unseen, 0),
      received: await countUnseenFiles(db, actor.id),
      latest: entry &&
        link && { token: link.token, name: link.name, visit: entry.visit, at: entry.created_at },
    };
  };
