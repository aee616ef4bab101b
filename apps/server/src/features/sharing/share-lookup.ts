import type { Db } from '#db/database.ts';
import type { ItemRow } from '#db/tables/files.ts';
import type { ShareRow } from '#db/tables/links.ts';
import { resolveItem } from '#features/files/index.ts';
import { isCollectionLink, isOpen } from '#features/links/index.ts';
import type { UserActor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import { listOwnShares } from './shares.repo.ts';

/** A link, and its target. */
export interface Linked {
  readonly share: ShareRow;
  readonly item: Pick<ItemRow, 'name' | 'type'>;
}

/** Finds an owner's links by their tokens. Inside a transaction their rows are locked. */
export interface ShareLookup {
  /** Finds links that were not revoked, live or not; all or none. @throws share.not_found */
  live(on: Db, actor: UserActor, tokens: readonly string[]): Promise<ShareRow[]>;
  /** Finds a link to an item outside the trash, expired or not. @throws share.not_found */
  one(on: Db, actor: UserActor, token: string): Promise<Linked>;
  /** Finds a live link. @throws share.not_found */
  open(on: Db, actor: UserActor, token: string): Promise<Linked>;
}

export const createShareLookup = ({ db, clock }: { readonly db: Db; readonly clock: Clock }): ShareLookup => {
  const live: ShareLookup['live'] = async (on, actor, tokens) => {
    const found = await listOwnShares(on, { ownerId: actor.id, tokens, lock: on !== db });
    if (found.length < new Set(tokens).size) throw new AppError('share.not_found');
    return found;
  };
  const one: ShareLookup['one'] = async (on, actor, token) => {
    const [share] = await live(on, actor, [token]);
    if (share === undefined) throw new AppError('share.not_found');
    // Like a file, a collection contains no other items of its owner.
    if (isCollectionLink(share)) return { share, item: { name: share.name ?? '', type: 'file' } };
    try {
      return { share, item: await resolveItem(on, actor, { id: share.item_id, action: 'share' }) };
    } catch (error) {
      const isGone = error instanceof AppError && error.code === 'item.not_found';
      throw isGone ? new AppError('share.not_found') : error;
    }
  };
  return {
    live,
    one,
    open: async (on, actor, token) => {
      const linked = await one(on, actor, token);
      if (!isOpen(linked.share, clock.now())) throw new AppError('share.not_found');
      return linked;
    },
  };
};
