import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { allOfLimit } from '@holdall/contract/selections';
import type { Db, Trx } from '#db/database.ts';
import { forPieces, inPieces } from '#db/item-set.ts';
import { AppError } from '#lib/app-error.ts';
import { createId } from '#ports/ids.ts';
import { walkBranches } from './branch-walk.ts';
import type { CountChange } from './changes.types.ts';
import type { BytesByCategory, CopiedItem } from './copy.types.ts';
import {
  type CopySum,
  type CopyTimes,
  hasItemsOfOtherTimes,
  insertCopies,
  type NewCopy,
  sumCopies,
} from './copy.repo.ts';
import { type Branch, listBranches } from './depth.repo.ts';
import { walkFolders } from './folder-walk.ts';

/** Everything that is copied with some items. */
export interface Extent {
  /** The copied folders, each before those in it. */
  readonly folders: readonly Branch[];
  /** Number of folders and of files. */
  readonly counts: { readonly folders: number; readonly files: number };
  /** Bytes. */
  readonly size: number;
}

/** Lists folders and all folders below them, each before those in it. @param onFound may throw to end the walk */
const listFoldersBelow = async (
  db: Db,
  ids: readonly string[],
  onFound: (folder: Branch) => void = () => undefined,
): Promise<Branch[]> => {
  const folders: Branch[] = [];
  const left: Branch[] = [];
  const add = (found: readonly Branch[]): Branch[] => {
    for (const folder of found) {
      onFound(folder);
      folders.push(folder);
    }
    return found.filter((folder) => folder.folders > 0);
  };
  await forPieces(ids, async (piece) => {
    for (const folder of add(await listBranches(db, piece))) left.push(folder);
  });
  await walkBranches(db, left, add);
  return folders;
};

/** Items that a guest's call copies at the most: rows cost the owner's quota nothing. */
export const guestCopyLimit = 5_000;

/**
 * Measures what items contain, by the folders' own counts.
 *
 * @param limit folders and files at the most
 * @throws batch.too_large
 */
export const measureExtent = async (
  db: Db,
  items: readonly CopiedItem[],
  limit = allOfLimit,
): Promise<Extent> => {
  const tops = items.filter(({ type }) => type === 'folder').map(({ id }) => id);
  const counts = { folders: tops.length, files: items.length - tops.length };
  let size = items.reduce((sum, item) => sum + item.size, 0);
  const refuseTooMany = (): void => {
    if (counts.folders + counts.files > limit) throw new AppError('batch.too_large');
  };
  refuseTooMany();
  const folders = await listFoldersBelow(db, tops, (folder) => {
    counts.folders += folder.folders;
    counts.files += folder.files_count;
    size += folder.files_size;
    refuseTooMany();
  });
  return { folders, counts, size };
};

/** Rows that one statement inserts: SQLite keeps a second copy of every page that it touches until it ends. */
export const copiesPerStatement = 500;

/** Inserted copies. */
export interface Totals {
  /** The counts of the copied folders, and what the destination has got. */
  readonly containers: readonly CountChange[];
  /** Bytes of the copied files. */
  readonly bytes: BytesByCategory;
}

export const totalsOf = (sums: readonly CopySum[]): Totals => {
  const containers = new Map<string, CountChange>();
  const bytes: Partial<Record<keyof BytesByCategory, number>> = {};
  for (const { container_id: id, type, category, count, size } of sums) {
    const known = containers.get(id) ?? { id, items: 0, files: 0, size: 0 };
    const files = type === 'file' ? count : 0;
    containers.set(id, {
      id,
      items: known.items + count,
      files: known.files + files,
      size: known.size + size,
    });
    if (type === 'file') bytes[category ?? 'others'] = (bytes[category ?? 'others'] ?? 0) + size;
  }
  return { containers: [...containers.values()], bytes };
};

/** Inserts some copies, whose folders are there. */
export type InsertPart = (copies: readonly NewCopy[]) => Promise<void>;

/** Inserts copies and sums them up. */
export const insertSummed = async (
  trx: Trx,
  copies: readonly NewCopy[],
  times: CopyTimes,
): Promise<CopySum[]> => {
  await insertCopies(trx, copies, times);
  return sumCopies(
    trx,
    copies.map(({ id }) => id),
  );
};

/**
 * Inserts copies of everything below folders, parents first. Between two parts the process sees to other requests.
 *
 * @param tops the copies of the folders at the top, which are there
 */
export const insertBelow = async (
  db: Db,
  { tops, folders, now }: { tops: readonly NewCopy[]; folders: readonly Branch[]; now: number },
  insert: InsertPart,
): Promise<void> => {
  const copyOf = new Map(tops.map(({ of, id }) => [of, id]));
  let waiting: NewCopy[] = [];
  for await (const { folder, items } of walkFolders(db, folders)) {
    const parent = copyOf.get(folder.id) ?? null;
    for (const item of items) {
      const copy = { of: item.id, id: createId(now), parent_id: parent };
      if (item.type === 'folder') copyOf.set(item.id, copy.id);
      waiting.push(copy);
    }
    if (waiting.length < copiesPerStatement) continue;
    const pieces = inPieces(waiting, copiesPerStatement);
    waiting = pieces.at(-1)?.length === copiesPerStatement ? [] : (pieces.pop() ?? []);
    for (const piece of pieces) {
      await insert(piece);
      await yieldToEventLoop();
    }
  }
  await forPieces(waiting, insert, copiesPerStatement);
};

/** Inserts copies of items and of everything below them, in one transaction. @param tops the copies of the items themselves */
export const insertTree = async (
  trx: Trx,
  { tops, folders, now }: { tops: readonly NewCopy[]; folders: readonly Branch[]; now: number },
): Promise<Totals> => {
  const sums: CopySum[] = [];
  const insert = async (copies: readonly NewCopy[]): Promise<void> => {
    for (const sum of await insertSummed(trx, copies, { now })) sums.push(sum);
  };
  await forPieces(tops, insert, copiesPerStatement);
  await insertBelow(trx, { tops, folders, now }, insert);
  return totalsOf(sums);
};

/** Tells whether copied folders contain something that was put there, or saved, after the copying. */
export const hasAdditions = async (
  db: Db,
  folders: readonly string[],
  copiedAt: number,
): Promise<boolean> => {
  const all = await listFoldersBelow(db, folders);
  for (const piece of inPieces(all.map(({ id }) => id))) {
    if (await hasItemsOfOtherTimes(db, piece, copiedAt)) return true;
    await yieldToEventLoop();
  }
  return false;
};
