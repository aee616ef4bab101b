import type { BodyOf } from '@holdall/contract/endpoint';
import type * as contract from '@holdall/contract/collections';
import { collectionItemsMax } from '@holdall/contract/link-limits';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { ItemRow } from '#db/tables/files.ts';
import type { ShareRow } from '#db/tables/links.ts';
import { resolveItems, type Selection } from '#features/files/index.ts';
import { isCollectionLink, newToken } from '#features/links/index.ts';
import type { UserActor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import { createId } from '#ports/ids.ts';
import { findMembers } from './collection-members.ts';
import {
  countMembers,
  insertMembers,
  listByIds,
  listCollectionLinks,
  removeMembers,
} from './collections.repo.ts';
import { createLinkPasswords } from './link-passwords.ts';
import { createLinkMails } from './link-mails.ts';
import { createShareLookup } from './share-lookup.ts';
import { createShareLog } from './share-log.ts';
import { insertShare } from './shares.repo.ts';
import { endOf } from './shares.rules.ts';
import type { CountedCollection } from './collections.types.ts';
import type { SharesDeps } from './shares.service.ts';

/** An owner's operations on links to several items. */
export interface CollectionsService {
  /** @throws item.not_found (also for an item in the trash), share.too_many_items, share.empty, limit.too_many */
  create(actor: UserActor, input: BodyOf<typeof contract.createCollection>): Promise<ShareRow>;
  /** Lists the actor's active collections, the latest first. */
  list(
    actor: UserActor,
    page: { readonly before?: string | undefined; readonly limit: number },
  ): Promise<{ readonly collections: readonly CountedCollection[]; readonly next: string | null }>;
  /** Lists the items that guests of a collection see, folders first. @throws share.not_found, share.not_collection */
  items(actor: UserActor, token: string): Promise<ItemRow[]>;
  /**
   * Adds and removes items. An item inside a folder of the collection may be added, too.
   *
   * @returns the number of items that guests see now
   * @throws item.not_found, share.not_found, share.not_collection, share.too_many_items, share.empty
   */
  change(actor: UserActor, token: string, input: BodyOf<typeof contract.updateCollection>): Promise<number>;
}

export const createCollectionsService = ({
  db,
  clock,
  events,
  hasher,
  breached,
  limits,
  mail,
  record,
}: SharesDeps): CollectionsService => {
  const own = createShareLookup({ db, clock });
  const log = createShareLog({ events, record });
  const mailLink = createLinkMails({ limits, mail, record });
  const hashOf = createLinkPasswords({ hasher, breached, limits });

  /** Resolves the items to share; an item inside another one of them is included in that one. */
  const shareable = async (on: Db, actor: UserActor, selection: Selection): Promise<string[]> => {
    const items = await resolveItems(on, actor, { ...selection, action: 'share' });
    if (items.length > collectionItemsMax) throw new AppError('share.too_many_items');
    return items.map(({ id }) => id);
  };

  const collectionOf = async (on: Db, actor: UserActor, token: string): Promise<ShareRow> => {
    const [share] = await own.live(on, actor, [token]);
    if (share === undefined) throw new AppError('share.not_found');
    if (!isCollectionLink(share)) throw new AppError('share.not_collection');
    return share;
  };

  const seenIn = async (shareId: string): Promise<ReadonlyMap<string, unknown>> =>
    (await findMembers(db, [shareId])).get(shareId) ?? new Map<string, unknown>();

  return {
    create: async (actor, { name, items, all_of, password, download_limit: limit, emails, ...end }) => {
      // Checked first, because hashing a password is expensive.
      await shareable(db, actor, { items, all_of });
      const passwordHash = await hashOf(actor, password);
      const share = await inTransaction(db, async (trx) => {
        const now = clock.now();
        const members = await shareable(trx, actor, { items, all_of });
        if (members.length === 0) throw new AppError('share.empty');
        const id = createId(now);
        const made = await insertShare(trx, {
          id,
          token: newToken(),
          owner_id: actor.id,
          item_id: id,
          name,
          permission: 'visitor',
          password_hash: passwordHash,
          ...endOf(end, now),
          download_limit: limit ?? null,
          created_at: now,
        });
        await insertMembers(trx, id, members);
        await log.record(trx, actor, { kind: 'share.created', share: made, name });
        if (emails !== undefined) await mailLink(trx, actor, { share: made, name, emails, message: '' });
        return made;
      });
      log.announce(actor, [share]);
      mail.nudge();
      return share;
    },
    list: async (actor, { before, limit }) => {
      const query = { ownerId: actor.id, before, limit: limit + 1, now: clock.now() };
      const found = await listCollectionLinks(db, query);
      const page = found.slice(0, limit);
      const members = await findMembers(
        db,
        page.map(({ id }) => id),
      );
      return {
        collections: page.map((share) => ({ share, items: members.get(share.id)?.size ?? 0 })),
        next: found.length > limit ? (page.at(-1)?.id ?? null) : null,
      };
    },
    items: async (actor, token) => {
      const share = await collectionOf(db, actor, token);
      return listByIds(db, [...(await seenIn(share.id)).keys()]);
    },
    change: async (actor, token, { add, remove }) => {
      const share = await inTransaction(db, async (trx) => {
        const found = await collectionOf(trx, actor, token);
        const added = add.length === 0 ? [] : await shareable(trx, actor, { items: add });
        await removeMembers(trx, found.id, remove);
        await insertMembers(trx, found.id, added);
        const count = await countMembers(trx, found.id);
        if (count === 0) throw new AppError('share.empty');
        if (count > collectionItemsMax) throw new AppError('share.too_many_items');
        await log.record(trx, actor, { kind: 'share.changed', share: found, name: found.name ?? '' });
        return found;
      });
      log.announce(actor, [share]);
      return (await seenIn(share.id)).size;
    },
  };
};
