import type { Db } from '#db/database.ts';
import type { ShareRow } from '#db/tables/links.ts';
import { listOpenShares, presentShare } from '#features/links/index.ts';
import type { GuestActor, UserActor } from '#lib/actor.ts';
import type { Clock } from '#ports/clock.ts';
import type { ItemView } from './files.types.ts';

/** Reads the viewer's context for presenters: for owners the links to the items, in one query. */
export type ViewItems = (
  actor: Pick<UserActor, 'kind' | 'scope'> | GuestActor,
  items: readonly { readonly id: string }[],
) => Promise<ItemView>;

export interface ItemViewsDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** Returns the application's public origin. */
  readonly publicAddress: () => string;
}

/**
 * Returns the link that stands for an item: the oldest, so that another one changes nothing where the item is listed. It
 * counts what guests did by any of the links.
 */
const standingFor = (rows: readonly ShareRow[]): ShareRow => ({
  ...rows.reduce((first, row) => (row.id < first.id ? row : first)),
  unseen: rows.reduce((sum, { unseen }) => sum + unseen, 0),
});

export const createItemViews =
  ({ db, clock, publicAddress }: ItemViewsDeps): ViewItems =>
  async (actor, items) => {
    if (actor.kind === 'guest') {
      const { token, rootId, collection, downloadLimit } = actor;
      return { link: { token, rootId, collection, downloadLimit } };
    }
    if (items.length === 0) return {};
    const [now, origin] = [clock.now(), publicAddress()];
    const open = await listOpenShares(
      db,
      items.map(({ id }) => id),
      now,
    );
    // A read-only token must not see links that grant editing.
    const told = actor.scope === 'read' ? open.filter((row) => row.permission !== 'editor') : open;
    const byItem = Map.groupBy(told, (row) => row.item_id);
    return {
      shares: new Map(
        [...byItem].map(([itemId, rows]) => [itemId, presentShare(standingFor(rows), origin, rows)]),
      ),
    };
  };

/** Returns the items of a listing. */
export const itemsOf = <T>(listing: {
  readonly root?: T | undefined;
  readonly folders: readonly T[];
  readonly files: readonly T[];
}): T[] => [...(listing.root === undefined ? [] : [listing.root]), ...listing.folders, ...listing.files];
