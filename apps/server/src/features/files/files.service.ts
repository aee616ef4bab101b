import type { CreateFolderBody } from '@holdall/contract/files';
import type { FolderRef } from '@holdall/contract/ids';
import type { ListingQuery, SortField } from '@holdall/contract/page';
import type { Db } from '#db/database.ts';
import { isDiskFull } from '#db/errors.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { BlobRow, ItemRow } from '#db/tables/files.ts';
import { type Actor, originOf } from '#lib/actor.ts';
import type { GuestAccess } from '#features/links/index.ts';
import type { Clock } from '#ports/clock.ts';
import { type Events, filesEvent } from '#ports/events.ts';
import { type CollectionGuest, isCollection } from './collection.rules.ts';
import { itemDamaged, itemNotFound } from './files.errors.ts';
import { type FileAction, refusalOf } from './files.policy.ts';
import {
  findBlob,
  findRootTotals,
  listPage,
  listPageAmong,
  type PageRequest,
  totalsOf,
} from './files.repo.ts';
import type { ItemDetails, ListedItem, Listing } from './files.types.ts';
import { type LocatedItem, locateItem, resolveItem } from './item-gate.ts';
import { recordCreation } from './ledger.ts';
import { positionOf } from './position.ts';
import type { TreeRevisions } from './tree-revisions.ts';
import { addFolder, destinationOf, openDestination, ownerOf, refuseNewFolders, topOf } from './item-tree.ts';

/** A page by its offset, or the one that contains the item `around`. */
export type BrowseQuery = ListingQuery & { readonly around?: string | undefined };

export interface FilesService {
  /**
   * Finds an item and the folders above it, if the actor may perform the action.
   *
   * @throws item.not_found when it does not exist, is hidden from the actor, or is on the wrong side of the
   *   trash for the action
   * @throws download.disabled when the actor may not download
   */
  locate(actor: Actor, id: string, action: FileAction): Promise<LocatedItem>;
  /** Like `locate`, for callers that need only the row. */
  resolve(actor: Actor, id: string, action: FileAction): Promise<ItemRow>;
  /** Returns a page of a folder, in the trash or not, or of the top of the actor's account. @throws item.not_found */
  browse(actor: Actor, ref: FolderRef, query: BrowseQuery): Promise<Listing>;
  /** @param options `treeRev`: the revision of a folder is that of now */
  getDetails(actor: Actor, id: string, options?: { readonly treeRev: boolean }): Promise<ItemDetails>;
  /** Returns the file and its blob. @throws item.not_found, item.damaged, download.disabled */
  openFile(actor: Actor, id: string): Promise<{ item: ItemRow; blob: BlobRow }>;
  /** @throws item.not_found, item.parent_is_file, item.name_taken, folder.too_deep, folder.disabled */
  createFolder(actor: Actor, input: CreateFolderBody): Promise<ItemRow>;
}

export interface FilesDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: Events;
  readonly guests: GuestAccess;
  readonly foldTouches: TreeRevisions['fold'];
}

/** Lists one type of a container's items. */
type ListType = (page: Omit<PageRequest, 'container'>) => Promise<ListedItem[]>;

const contentsOf =
  (db: Db, container: string): ListType =>
  (page) =>
    listPage(db, { ...page, container });

const membersIn = (db: Db, { collection }: CollectionGuest): ListType => {
  const ids = [...collection.members.keys()];
  return (page) => listPageAmong(db, { ...page, ids });
};

// Folders have no size, so a sort by size lists them by name.
const folderSort = (sort: SortField): SortField => (sort === 'size' ? 'name' : sort);

export const createFilesService = ({ db, clock, events, guests, foldTouches }: FilesDeps): FilesService => {
  const locate: FilesService['locate'] = (actor, id, action) => locateItem(db, actor, { id, action });
  const resolve: FilesService['resolve'] = (actor, id, action) => resolveItem(db, actor, { id, action });

  /** Brings the revision of a folder up to date. @returns whether it can be told to the actor */
  const foldFor = async (actor: Actor, id: string): Promise<boolean> => {
    if (refusalOf(actor, 'rename') !== undefined) return false;
    const { owner_id: ownerId } = await resolve(actor, id, 'view');
    try {
      await foldTouches(ownerId);
      return true;
    } catch (error) {
      // Folding writes, and reading must work without.
      if (!isDiskFull(error)) throw error;
      return false;
    }
  };

  return {
    locate,
    resolve,
    browse: async (actor, ref, { sort, direction, limit, around, ...query }) => {
      const id = ref === 'root' ? topOf(actor) : ref;
      const located = id === null ? undefined : await locate(actor, id, 'view');
      const root = located?.item;
      if (root?.type === 'file') throw itemNotFound();
      const container = root?.id ?? ownerOf(actor);
      const totals = root === undefined ? await findRootTotals(db, container) : totalsOf(root);
      const lists = isCollection(actor, id) ? membersIn(db, actor) : contentsOf(db, container);
      const position =
        around === undefined || isCollection(actor, id)
          ? undefined
          : await positionOf(db, around, { container, folders: totals.folders, sort, direction });
      const offset = typeof position === 'number' ? position - (position % limit) : query.offset;
      // Folders come first: a page may hold folders, files, or the last folders and the first files.
      const foldersWanted = Math.max(0, Math.min(limit, totals.folders - offset));
      const fileOffset = Math.max(0, offset - totals.folders);
      const filesWanted = Math.max(0, Math.min(limit - foldersWanted, totals.files - fileOffset));
      const [folders, files] = await Promise.all([
        foldersWanted === 0
          ? []
          : lists({
              type: 'folder',
              sort: folderSort(sort),
              direction,
              offset,
              limit: foldersWanted,
              count: totals.folders,
            }),
        filesWanted === 0
          ? []
          : lists({
              type: 'file',
              sort,
              direction,
              offset: fileOffset,
              limit: filesWanted,
              count: totals.files,
            }),
      ]);
      const { ancestors = [], trashed = false } = located ?? {};
      const found = position === undefined ? {} : { position };
      return { root, ancestors, trashed, folders, files, totals, offset, limit, ...found };
    },
    getDetails: async (actor, id, { treeRev } = { treeRev: false }) => {
      // A revision must not be newer than what is answered with it, so the folder is read once more.
      const isFolded = treeRev && (await foldFor(actor, id));
      const { item, ...place } = await locate(actor, id, 'view');
      const blob = item.blob_id === null ? undefined : await findBlob(db, item.blob_id);
      return { item, ...place, blob, isFolded };
    },
    openFile: async (actor, id) => {
      const item = await resolve(actor, id, 'download');
      const blob = item.blob_id === null ? undefined : await findBlob(db, item.blob_id);
      if (blob === undefined) throw itemNotFound();
      if (blob.damaged_at !== null) throw itemDamaged();
      return { item, blob };
    },
    createFolder: async (actor, input) => {
      const { folder, madeIn } = await inTransaction(db, async (trx) => {
        const maker = await guests.revalidate(trx, actor);
        refuseNewFolders(maker);
        const parentId = input.parent_id ?? topOf(maker);
        const parent =
          parentId === null ? undefined : await locateItem(trx, maker, { id: parentId, action: 'add' });
        const now = clock.now();
        const opened = await openDestination(trx, {
          actor: maker,
          start: destinationOf(maker, parent),
          names: splitPath(input.path),
          now,
        });
        const added = await addFolder(trx, opened.destination, { ...input, now });
        for (const item of added.isNew ? [...opened.made, added.folder] : opened.made)
          await recordCreation(guests, { trx, actor: maker, now }, item);
        return { folder: added.folder, madeIn: opened.madeIn };
      });
      events.publish(
        filesEvent({
          ownerId: folder.owner_id,
          origin: originOf(actor),
          containers: [...madeIn, folder.parent_id],
          itemIds: [folder.id],
          tree: true,
        }),
      );
      return folder;
    },
  };
};

/** Returns the folders that a relative path names. */
export const splitPath = (path: string | undefined): string[] =>
  (path ?? '')
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.normalize('NFC'));
