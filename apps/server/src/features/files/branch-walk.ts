import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { forPieces, readPages } from '#db/item-set.ts';
import { type Branch, listBranches, listBranchesAfter, listBranchesIn } from './depth.repo.ts';
import { findRootTotals } from './files.repo.ts';

/** Folders that one query answers: SQLite holds everything else up meanwhile. */
const foldersAtOnce = 2_000;
/** Folders that one query looks into. */
const containersAtOnce = 500;

/** A folder whose folders are still to be looked at. */
interface OpenBranch {
  readonly id: string;
  /** How many folders it holds directly. */
  readonly folders: number;
}

/** Takes from the end of a list what one query looks into; a folder that holds very many comes alone. */
const takeBatch = <B extends OpenBranch>(list: B[]): B[] => {
  const batch: B[] = [];
  let held = 0;
  for (let next = list.at(-1); next !== undefined && batch.length < containersAtOnce; next = list.at(-1)) {
    held += next.folders;
    if (batch.length > 0 && held > foldersAtOnce) break;
    batch.push(next);
    list.pop();
  }
  return batch;
};

const listInside = (db: Db, batch: readonly OpenBranch[]): Promise<Branch[]> => {
  const [first] = batch;
  return first !== undefined && first.folders > foldersAtOnce
    ? readPages<Branch>((after, limit) => listBranchesAfter(db, first.id, { after, limit }))
    : listBranchesIn(
        db,
        batch.map(({ id }) => id),
      );
};

/**
 * Walks through folders below others, one branch after the other and some at a time, so that however many there are
 * nobody else waits for all of them.
 *
 * @param left folders that hold folders
 * @param open told what a batch of folders holds; answers those that are to be looked into as well
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

/** Items, or all that a folder (or the owner's top, by the owner's id) holds directly but some. */
export type CountedStart =
  | { readonly kind: 'items'; readonly ids: readonly string[] }
  | { readonly kind: 'place'; readonly container: string; readonly ownerId: string };

/**
 * How many items a selection has with all that lies below it, the trash left out: by the counts that folders carry, so
 * that it costs by the folder and not by the file.
 *
 * @param except items that are left out with what they hold
 * @param atMost it stops counting beyond
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
