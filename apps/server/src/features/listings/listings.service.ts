import type { FolderRef } from '@holdall/contract/ids';
import type { ListingQuery } from '@holdall/contract/page';
import type { Db } from '#db/database.ts';
import { type FilesService, isCollection, type Listing, topOf } from '#features/files/index.ts';
import type { GuestActor, UserActor } from '#lib/actor.ts';
import type { Clock } from '#ports/clock.ts';
import { AppError } from '#lib/app-error.ts';
import { findLatest } from './latest.ts';
import { listBelow, listCollectionTop, listSharedTop, listTop } from './navigation.ts';
import { listShared } from './shared-listing.ts';
import { listTrash } from './trash-listing.ts';
import type { LatestFiles, TrashPage, TrashPageQuery, TreeLevel } from './listings.types.ts';

export interface ListingsService {
  /** Lists the newest files outside the trash, newest first. */
  latest(actor: UserActor, limit: number): Promise<LatestFiles>;
  /** Lists the actor's items that have a valid link, folders first. */
  shared(actor: UserActor, query: ListingQuery): Promise<Listing>;
  /** Lists the actor's trash, or a folder in it. @throws item.not_found for a folder that is not there */
  trash(actor: UserActor, ref: FolderRef, query: TrashPageQuery): Promise<TrashPage | Listing>;
  /**
   * Lists folders by name: the first two levels of the account or of the shared folder, or those of one
   * folder.
   *
   * @throws item.not_found
   */
  navigation(
    actor: UserActor | GuestActor,
    query: { readonly parent_id?: string | undefined; readonly offset: number },
  ): Promise<TreeLevel>;
}

export interface ListingsDeps {
  readonly db: Db;
  readonly files: FilesService;
  readonly clock: Clock;
}

export const createListingsService = ({ db, files, clock }: ListingsDeps): ListingsService => ({
  latest: (actor, limit) => findLatest(db, actor.id, limit),
  shared: (actor, query) => listShared(db, { ...query, ownerId: actor.id, now: clock.now() }),
  trash: async (actor, ref, query) => {
    if (ref === 'root') return listTrash(db, actor.id, query);
    await files.resolve(actor, ref, 'view_trashed');
    // An item inside a trashed folder was not trashed itself, so it has no time of deletion.
    const listing = await files.browse(actor, ref, {
      ...query,
      sort: query.sort === 'deleted_at' ? 'created_at' : query.sort,
    });
    // The folder was restored in between.
    if (!listing.trashed) throw new AppError('item.not_found');
    return listing;
  },
  navigation: async (actor, { parent_id: parentId, offset }) => {
    const top = topOf(actor);
    if (parentId === undefined && actor.kind === 'user') return listTop(db, actor.id, offset);
    if (isCollection(actor, parentId ?? 'root')) return listCollectionTop(db, actor.collection, offset);
    // The tree offers destinations for items, so it contains only live folders.
    const parent = await files.resolve(actor, parentId ?? top ?? '', actor.kind === 'guest' ? 'view' : 'add');
    if (parent.type === 'file') throw new AppError('item.not_found');
    return parentId === undefined ? listSharedTop(db, parent, offset) : listBelow(db, parent, offset);
  },
});
