import { setImmediate } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import type { ItemRow } from '#db/tables/files.ts';
import {
  countEntries,
  countEntriesBefore,
  findEntry,
  type FolderCounts,
  type FolderCountsPage,
  listEntries,
  listEntryFolders,
  listFoldersAfter,
  listFoldersIn,
  listNames,
} from './trash-listing.repo.ts';
import type { TrashContents, TrashEntry, TrashPage, TrashPageQuery } from './listings.types.ts';

/** Folders whose counts one query reads. */
const foldersPerQuery = 1_000;
/** The most folders to count; beyond it the contents of the trash are not reported. */
const maxFolders = 200_000;

const foldersHeld = ({ items_count: items, files_count: files }: FolderCounts): number => items - files;

/** Divides folders into pieces with a bounded number of subfolders; a larger folder is alone. */
const piecesOf = (folders: readonly FolderCounts[]): FolderCounts[][] => {
  const pieces: FolderCounts[][] = [];
  let held = foldersPerQuery;
  for (const folder of folders) {
    const inside = foldersHeld(folder);
    if (inside === 0) continue;
    const piece = pieces.at(-1);
    if (piece === undefined || held + inside > foldersPerQuery) {
      pieces.push([folder]);
      held = inside;
    } else {
      piece.push(folder);
      held += inside;
    }
  }
  return pieces;
};

/** Yields any number of folders in pages, each as large as one query may read. */
async function* inPages(
  list: (page: FolderCountsPage) => Promise<FolderCounts[]>,
): AsyncGenerator<FolderCounts[]> {
  for (let after: FolderCountsPage['after'] = { at: -1, id: '' }; ;) {
    const folders = await list({ after, limit: foldersPerQuery });
    const last = folders.at(-1);
    if (last === undefined) return;
    yield folders;
    after = last;
  }
}

/** Yields the direct subfolders of a piece. */
async function* foldersBelow(db: Db, piece: readonly FolderCounts[]): AsyncGenerator<FolderCounts[]> {
  const [first] = piece;
  if (first !== undefined && foldersHeld(first) > foldersPerQuery)
    yield* inPages((page) => listFoldersAfter(db, first.id, page));
  else
    yield await listFoldersIn(
      db,
      piece.map((folder) => folder.id),
    );
}

async function* levelsBelow(db: Db, ownerId: string): AsyncGenerator<FolderCounts[]> {
  for await (const entries of inPages((page) => listEntryFolders(db, ownerId, page))) {
    yield entries;
    const waiting = piecesOf(entries);
    for (let piece = waiting.pop(); piece !== undefined; piece = waiting.pop())
      for await (const folders of foldersBelow(db, piece)) {
        yield folders;
        waiting.push(...piecesOf(folders));
      }
  }
}

/**
 * Sums up the trash from the folders' own counts, without reading any file. An entry that was trashed from a
 * trashed folder is not included in that folder's counts.
 */
const countContents = async (
  db: Db,
  ownerId: string,
  entries: { readonly count: number; readonly size: number },
): Promise<TrashContents | undefined> => {
  let { count: items, size } = entries;
  let folders = 0;
  for await (const level of levelsBelow(db, ownerId)) {
    folders += level.length;
    if (folders > maxFolders) return undefined;
    for (const folder of level) {
      items += folder.items_count;
      size += folder.files_size;
    }
    // SQLite blocks this process while it answers.
    await setImmediate();
  }
  return { items, size };
};

const withOrigins = async (db: Db, lists: readonly (readonly ItemRow[])[]): Promise<TrashEntry[][]> => {
  const parents = lists.flat().flatMap(({ parent_id: parent }) => (parent === null ? [] : [parent]));
  const names = await listNames(db, [...new Set(parents)]);
  return lists.map((list) =>
    list.map((item) => ({
      item,
      from: (item.parent_id === null ? null : names.get(item.parent_id)) ?? null,
    })),
  );
};

/** Folders have no size, so a sort by size lists them by name. */
const folderSort = (sort: TrashPageQuery['sort']): TrashPageQuery['sort'] =>
  sort === 'size' ? 'name' : sort;

/** Returns the position of an entry in the trash, folders first, from 0; null for any other item. */
const positionOf = async (
  db: Db,
  ownerId: string,
  {
    around,
    sort,
    direction,
    folders,
  }: Pick<TrashPageQuery, 'sort' | 'direction'> & { readonly around: string; readonly folders: number },
): Promise<number | null> => {
  const entry = await findEntry(db, ownerId, around);
  if (entry === undefined) return null;
  if (entry.type === 'folder') return countEntriesBefore(db, entry, { sort: folderSort(sort), direction });
  return folders + (await countEntriesBefore(db, entry, { sort, direction }));
};

/** Lists a page of an owner's trash, folders first. */
export const listTrash = async (
  db: Db,
  ownerId: string,
  { sort, direction, limit, around, ...query }: TrashPageQuery,
): Promise<TrashPage> => {
  const [folders, files] = await Promise.all([
    countEntries(db, ownerId, 'folder'),
    countEntries(db, ownerId, 'file'),
  ]);
  const position =
    around === undefined
      ? undefined
      : await positionOf(db, ownerId, { around, sort, direction, folders: folders.count });
  const offset = typeof position === 'number' ? position - (position % limit) : query.offset;
  const foldersWanted = Math.max(0, Math.min(limit, folders.count - offset));
  const fileOffset = Math.max(0, offset - folders.count);
  const filesWanted = Math.max(0, Math.min(limit - foldersWanted, files.count - fileOffset));
  const page = { ownerId, direction };
  const lists = await Promise.all([
    foldersWanted === 0
      ? []
      : listEntries(db, {
          ...page,
          type: 'folder',
          sort: folderSort(sort),
          offset,
          limit: foldersWanted,
        }),
    filesWanted === 0
      ? []
      : listEntries(db, { ...page, type: 'file', sort, offset: fileOffset, limit: filesWanted }),
  ]);
  const [folderEntries = [], fileEntries = []] = await withOrigins(db, lists);
  return {
    folders: folderEntries,
    files: fileEntries,
    counts: { folders: folders.count, files: files.count, size: files.size },
    offset,
    limit,
    position,
    contents:
      offset === 0 && around === undefined
        ? await countContents(db, ownerId, { count: folders.count + files.count, size: files.size })
        : undefined,
  };
};
