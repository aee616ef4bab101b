import { setImmediate as turn } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { forPieces, readPages } from '#db/item-set.ts';
import { type Branch, listBranches, listBranchesAfter, listBranchesIn } from './depth.repo.ts';
import { folderTooDeep } from './files.errors.ts';
import { maxDepth } from './files.rules.ts';

/** Folders that one query answers: SQLite holds everything else up meanwhile. */
const foldersAtOnce = 2_000;
/** Folders that one query looks into. */
const containersAtOnce = 500;

/** A folder where it is to be. */
interface Placed {
  readonly id: string;
  /** Folders above it once it is there. */
  readonly depth: number;
}
interface PlacedBranch extends Placed {
  readonly folders: number;
}

/** Takes from the end of a list what one query looks into; a folder that holds very many comes alone. */
const takeBatch = (list: PlacedBranch[]): PlacedBranch[] => {
  const batch: PlacedBranch[] = [];
  let held = 0;
  for (let next = list.at(-1); next !== undefined && batch.length < containersAtOnce; next = list.at(-1)) {
    held += next.folders;
    if (batch.length > 0 && held > foldersAtOnce) break;
    batch.push(next);
    list.pop();
  }
  return batch;
};

const listInside = (db: Db, batch: readonly PlacedBranch[]): Promise<Branch[]> => {
  const [first] = batch;
  return first !== undefined && first.folders > foldersAtOnce
    ? readPages<Branch>((after, limit) => listBranchesAfter(db, first.id, { after, limit }))
    : listBranchesIn(
        db,
        batch.map(({ id }) => id),
      );
};

/** Those of the folders that hold folders. @throws folder.too_deep where one would nest, or what it holds */
const findBranches = (folders: readonly Branch[], depths: ReadonlyMap<string, number>): PlacedBranch[] =>
  folders.flatMap(({ id, container_id: container, folders: held }) => {
    const depth = depths.get(id) ?? (depths.get(container) ?? 0) + 1;
    if (depth + (held > 0 ? 2 : 1) > maxDepth) throw folderTooDeep();
    return held > 0 ? [{ id, depth, folders: held }] : [];
  });

/**
 * Refuses to nest folders too deep. It walks through the folders below that hold folders, one branch after the
 * other and some at a time, so that however many there are nobody else waits for all of them.
 *
 * @throws folder.too_deep
 */
export const refuseTooDeep = async (db: Db, folders: readonly Placed[]): Promise<void> => {
  const tops = new Map(folders.map(({ id, depth }) => [id, depth]));
  const left: PlacedBranch[] = [];
  await forPieces([...tops.keys()], async (piece) => {
    for (const branch of findBranches(await listBranches(db, piece), tops)) left.push(branch);
  });
  for (let batch = takeBatch(left); batch.length > 0; batch = takeBatch(left)) {
    const depths = new Map(batch.map(({ id, depth }) => [id, depth]));
    for (const branch of findBranches(await listInside(db, batch), depths)) left.push(branch);
    await turn();
  }
};
