import type { Db } from '#db/database.ts';
import { forPieces } from '#db/item-set.ts';
import { walkBranches } from './branch-walk.ts';
import { type Branch, listBranches } from './depth.repo.ts';
import { folderTooDeep } from './files.errors.ts';
import { maxDepth } from './files.rules.ts';

/** A folder at its future depth. */
interface FolderAtDepth {
  readonly id: string;
  /** Number of folders above it. */
  readonly depth: number;
}
interface BranchAtDepth extends FolderAtDepth {
  readonly folders: number;
}

/**
 * Returns the folders that have subfolders.
 *
 * @throws folder.too_deep when a folder or its subfolders would be too deep
 */
const findBranches = (folders: readonly Branch[], depths: ReadonlyMap<string, number>): BranchAtDepth[] =>
  folders.flatMap(({ id, container_id: container, folders: held }) => {
    const depth = depths.get(id) ?? (depths.get(container) ?? 0) + 1;
    if (depth + (held > 0 ? 2 : 1) > maxDepth) throw folderTooDeep();
    return held > 0 ? [{ id, depth, folders: held }] : [];
  });

/**
 * Refuses to nest folders too deep. It walks through all subfolders that have subfolders.
 *
 * @throws folder.too_deep
 */
export const refuseTooDeep = async (db: Db, folders: readonly FolderAtDepth[]): Promise<void> => {
  const tops = new Map(folders.map(({ id, depth }) => [id, depth]));
  const left: BranchAtDepth[] = [];
  await forPieces([...tops.keys()], async (piece) => {
    for (const branch of findBranches(await listBranches(db, piece), tops)) left.push(branch);
  });
  await walkBranches(db, left, (inside, batch) =>
    findBranches(inside, new Map(batch.map(({ id, depth }) => [id, depth]))),
  );
};
