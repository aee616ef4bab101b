import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { forPieces, readPages } from '#db/item-set.ts';
import { type Branch, listBranches, listBranchesAfter, listBranchesIn } from './depth.repo.ts';
import { findRootTotals } from './files.repo.ts';

/** Folders that one query returns: on SQLite a query blocks everything else. */
const foldersPerQuery = 2_000;
/** Folders whose contents one query reads. */
const containersPerQuery = 500;

/** A folder whose subfolders are still to be visited. */
interface OpenBranch {
  readonly id: string;
  /** Number of its direct subfolders. */
  readonly folders: number;
}

/** Takes the folders that one query reads from the end of a list. A folder with very many subfolders comes alone. */
const takeBatch = <B extends OpenBranch>(list: B[]): B[] => {
  const batch: B[] = [];
  let held = 0;
  for (let next = list.at(-1); next !== undefined && batch.length < containersPerQuery; next = list.at(-1)) {
    held += next.folders;
    if (batch.length > 0 && held > foldersPerQuery) break;
    batch.push(next);
    list.pop();
  }
  return batch;
};

const listInside = (db: Db, batch: readonly OpenBranch[]): Promise<Branch[]> => {
  const [first] = batch;
  return first !== undefined && first.folders > foldersPerQuery
    ? readPages<Branch>((after, limit) => listBranchesAfter(db, first.id, { after, limit }))
    : listBranchesIn(
        db,
        batch.map(({ id }) => id),
      );
};

/**
 * Walks through subfolders branch by branch, in bounded queries, so that other requests run in between.
 *
 * @param left folders that have subfolders
 * @param open receives the subfolders of a batch, and returns those to be visited as well
 */
export const walkBranches = async <B extends OpenBranch>(
  db: Db,
  left: B[],
  open: (inside: readonly Branch[], batch: readonly B[]) => readonly B[],
): Promise<void> => {
  for (let batch = takeBatch(left); batch.length > 0; batch = takeBatch(left)) {
    for (const branch of open(await listInside(db, batch), batch)) left.push(branch);
    await yieldToEventLoop();
  }
};

/** Items, or the direct contents of a folder (or of the owner's top, by the owner's id) except some. */
export type CountedStart =
  | { readonly kind: 'items'; readonly ids: readonly string[] }
  | { readonly kind: 'place'; readonly container: string; readonly ownerId: string };

/**
 * Counts the items of a selection and everything below them, without the trash. It sums up the folders' own
 * counts, so its cost depends on the number of folders and not of files.
 *
 * @param except items that are left out with their contents
 * @param atMost counting stops beyond it
 */
export const countWithin = async (
  db: Db,
  start: CountedStart,
  { except, atMost }: { readonly except: ReadonlySet<string>; readonly atMost: number },
): Promise<number> => {
  const left: OpenBranch[] = [];
  let count = start.kind === 'items' ? start.ids.length : -except.size;
  const add = (branches: readonly Branch[]): OpenBranch[] => {
    const counted = branches.filter(({ id }) => !except.has(id));
    for (const { items_count: items } of counted) count += items;
    return count > atMost ? [] : counted.filter(({ folders }) => folders > 0);
  };
  if (start.kind === 'place' && start.container === start.ownerId) {
    const { folders, files } = await findRootTotals(db, start.ownerId);
    count += folders + files;
    left.push({ id: start.container, folders });
  } else
    await forPieces(start.kind === 'items' ? start.ids : [start.container], async (piece) => {
      for (const branch of add(await listBranches(db, piece))) left.push(branch);
    });
  await walkBranches(db, left, (inside) => {
    const found = add(inside);
    if (count > atMost) left.length = 0;
    return found;
  });
  return count;
};
