import type { Db, Trx } from '#db/database.ts';
import { isConstraintViolation } from '#db/errors.ts';
import { inTransaction } from '#db/in-transaction.ts';
import { isPostgres } from '#db/dialect.ts';
import { forPieces } from '#db/item-set.ts';
import { AppError } from '#lib/app-error.ts';
import { createId } from '#ports/ids.ts';
import { updateCounts, updateItems } from './changes.repo.ts';
import type { TreeDeps } from './change-tree.ts';
import { stateOf } from './changes.rules.ts';
import type { SelectedRow } from './changes.types.ts';
import { copiesPerStatement, type Extent, insertBelow, insertSummed, totalsOf } from './copy-tree.ts';
import { discardCopies, insertCopies, countHidden, listRevisions, type NewCopy } from './copy.repo.ts';
import type { CopyQuota, OpenCopyQuota } from './copy.types.ts';
import { nameColumns } from '#lib/name-columns.ts';
import { foldWithin } from './tree-revisions.ts';

/** Items below the chosen folders that are copied together with them in one transaction. */
const mostAtOnce = 1_000;
/** Milliseconds that hidden copies may be under way: the next start of the server discards those of a former one. */
const hiddenFor = 24 * 60 * 60 * 1000;

export interface HiddenDeps extends Pick<TreeDeps, 'db' | 'clock'> {
  readonly openCopyQuota: OpenCopyQuota;
  /** Purges permanently deleted items of an account in the background. */
  readonly purgeSoon: (ownerId: string) => Promise<void>;
}

/** Folders to be copied, as they are when the copying begins. */
export interface Originals {
  readonly ownerId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly extent: Extent;
  /** Depth of the copies. */
  readonly depth: number;
  /** The folders' tree revisions by their ids. */
  readonly revisions: ReadonlyMap<string, string | null>;
}

/** Copies of whole folders that are invisible still. */
export interface HiddenCopies extends Originals {
  readonly tops: readonly NewCopy[];
  readonly hiddenUntil: number;
}

/**
 * Tells whether folders hold so much that others would wait for a transaction that copies them. On PostgreSQL nobody else
 * does.
 */
export const isLong = (trx: Trx, { counts }: Extent, chosen: number): boolean =>
  !isPostgres(trx) && counts.folders + counts.files - chosen > mostAtOnce;

/** Notes the state of folders, in a transaction that holds the lock of the tree. */
export const noteOriginals = async (
  { trx, ownerId, now }: { readonly trx: Trx; readonly ownerId: string; readonly now: number },
  { tops, extent, depth }: { tops: readonly NewCopy[]; extent: Extent; depth: number },
  clock: HiddenDeps['clock'],
): Promise<Originals> => {
  await foldWithin(trx, ownerId, clock);
  const chosen = new Set(tops.map(({ of }) => of));
  const folders = extent.folders.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  return { ownerId, now, extent, depth, revisions: await listRevisions(trx, folders) };
};

/** Discards hidden copies; their rows and bytes are counted until they are purged. */
const discard = async ({ db, clock, purgeSoon }: HiddenDeps, hidden: HiddenCopies): Promise<void> => {
  const ids = hidden.tops.map(({ id }) => id);
  const { hiddenUntil } = hidden;
  await inTransaction(db, (trx) => discardCopies(trx, { ids, hiddenUntil, now: clock.now() }));
  await purgeSoon(hidden.ownerId);
};

/**
 * Opens the quota of an account if copies have room twice, since discarded ones are counted until they are purged. They
 * must cost no version, because they may be discarded.
 */
const openRoomyQuota = async (
  { db, openCopyQuota }: HiddenDeps,
  { ownerId, extent }: Originals,
): Promise<CopyQuota | undefined> => {
  const quota = await openCopyQuota(ownerId, { mayEvict: false });
  try {
    await inTransaction(db, (trx) => quota.check(trx, 2 * extent.size));
    return quota;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
};

const insertParts = async (
  db: Db,
  { ownerId, now, tops, extent, hiddenUntil }: HiddenCopies,
  quota: CopyQuota,
): Promise<void> => {
  await forPieces(
    tops,
    (piece) => inTransaction(db, (trx) => insertCopies(trx, piece, { now, hiddenUntil })),
    copiesPerStatement,
  );
  await insertBelow(db, { tops, folders: extent.folders, now }, (copies) =>
    inTransaction(db, async (trx) => {
      const { containers, bytes } = totalsOf(await insertSummed(trx, copies, { now }));
      await updateCounts(trx, ownerId, containers);
      await quota.commit(trx, bytes);
    }),
  );
};

/**
 * Copies folders in many short transactions, between which others write. Until `publishHidden` the copies are
 * permanently deleted for all who look, and rows, counts and quota agree after each transaction.
 *
 * @returns undefined where that is not possible, as where something else changes the folders, or there is little room
 */
const createHidden = async (deps: HiddenDeps, originals: Originals): Promise<HiddenCopies | undefined> => {
  const { now, revisions } = originals;
  const tops = [...revisions.keys()].map((of) => ({ of, id: createId(now), parent_id: null }));
  const hidden = { ...originals, tops, hiddenUntil: now + hiddenFor };
  const quota = await openRoomyQuota(deps, originals);
  if (quota === undefined) return undefined;
  try {
    await insertParts(deps.db, hidden, quota);
    return hidden;
  } catch (error) {
    await discard(deps, hidden);
    // One transaction sees the folders at one moment.
    if (error instanceof AppError || isConstraintViolation(error)) return undefined;
    throw error;
  }
};

/** Creates hidden copies for work that publishes them, or else discards them. */
export const withHidden = async <T>(
  deps: HiddenDeps,
  originals: Originals,
  work: (hidden: HiddenCopies | undefined) => Promise<{ readonly result: T; readonly isPublished: boolean }>,
): Promise<T> => {
  const hidden = await createHidden(deps, originals);
  let isPublished = false;
  try {
    const done = await work(hidden);
    ({ isPublished } = done);
    return done.result;
  } finally {
    if (hidden !== undefined && !isPublished) await discard(deps, hidden);
  }
};

/** Tells whether hidden copies are still whole and like their originals, in a transaction that holds the lock of the tree. */
export const isCurrent = async (
  trx: Trx,
  { ownerId, revisions, tops, hiddenUntil }: HiddenCopies,
  clock: HiddenDeps['clock'],
): Promise<boolean> => {
  // By then the purge may have begun with them.
  if (clock.now() >= hiddenUntil) return false;
  await foldWithin(trx, ownerId, clock);
  const now = await listRevisions(trx, [...revisions.keys()]);
  if (now.size < revisions.size) return false;
  for (const [id, revision] of now) if (revisions.get(id) !== revision) return false;
  const ids = tops.map(({ id }) => id);
  return (await countHidden(trx, { ids, hiddenUntil })) === ids.length;
};

/** A hidden copy with its place, and the original as it is now. */
export interface Publication {
  readonly copy: NewCopy;
  readonly original: SelectedRow;
}

/** Makes hidden copies visible with their names, places and looks. */
export const publishHidden = async (trx: Trx, publications: readonly Publication[]): Promise<void> => {
  await forPieces(
    publications,
    (piece) =>
      updateItems(
        trx,
        piece.map(({ copy: { id, parent_id, name }, original }) => ({
          ...stateOf(original),
          ...nameColumns(name ?? original.name),
          id,
          parent_id,
          deleted_at: null,
          trashed_by: null,
          purged_at: null,
        })),
        ['place', 'name', 'look', 'trash'],
      ),
    copiesPerStatement,
  );
};
