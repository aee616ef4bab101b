import type { Db } from '#db/database.ts';
import { createSemaphore } from '#lib/semaphore.ts';
import { BlobAbsentError, type BlobKey, normaliseKey } from '#ports/blob-store.ts';
import { BlobAlteredError } from '#ports/copy-blob.ts';
import { moveBlob, moveStagedBytes } from './blob-copy.ts';
import { isOneStore } from './owner-marker.service.ts';
import { emptyingPart } from './record.service.ts';
import { listComing } from './coming.repo.ts';
import {
  findMove,
  findShowing,
  listMovable,
  type MovableRow,
  type MovedPart,
  movedParts,
  onRecord,
  saveWalk,
} from './storage.repo.ts';
import type { MovingStores, LockIdleUpload } from './storage.types.ts';

export { asOnlyMover } from './mover-lock.repo.ts';

/** Rows between two records of the walk's progress. */
const pageSize = 200;
/** Blobs that are moved concurrently. */
const lanes = 8;

/** A blob that cannot be moved, because it is missing or differs from its record. */
export interface DamagedBlob {
  readonly key: string;
  readonly reason: 'absent' | 'altered';
  /** A file that has the blob, with its owner; undefined for pictures. */
  readonly file?: string;
  readonly owner?: string;
}

export interface MoveProgress {
  /** Number of blobs in the new place, and their bytes, since the move began. */
  readonly moved: number;
  readonly bytes: number;
}

/** Thrown when both places of a move are one under two names: there is nothing to move, and nothing may be removed. */
export class OneStoreError extends Error {
  override readonly name = 'OneStoreError';
}

/** Moves blobs. Each call throws OneStoreError when both places are one. */
export interface Mover {
  /** Moves everything from the walk's recorded progress on. Blobs that cannot be moved are left to `catchUp`. */
  walk(): Promise<void>;
  /** Moves all missing blobs, whenever they were added. @returns how many, and those that cannot be moved */
  catchUp(): Promise<{ readonly moved: number; readonly damaged: readonly DamagedBlob[] }>;
  /** Moves the staged bytes of idle uploads. @returns the number of uploads that are arriving in the old place */
  moveUploads(): Promise<number>;
  /**
   * Removes blobs from the old place that are in the new one.
   *
   * @param isOwn tells whether the old place belongs to this installation; nothing is removed otherwise
   * @returns the number of blobs left behind, because they are missing in the new place
   */
  empty(isOwn: () => Promise<boolean>): Promise<number>;
  readonly progress: () => MoveProgress;
}

export interface MoverDeps {
  readonly db: Db;
  readonly stores: MovingStores;
  readonly lockIdleUpload: LockIdleUpload;
  readonly moveId: string;
  readonly onProgress: (progress: MoveProgress) => void;
}

interface Walk {
  part: MovedPart;
  after: string;
  moved: number;
  bytes: number;
}

const isMovedPart = (part: string): part is MovedPart => (movedParts as readonly string[]).includes(part);

/** Creates the mover of all recorded blobs from one store to another. Every call may be repeated. */
export const createMover = ({ db, stores, lockIdleUpload, moveId, onProgress }: MoverDeps): Mover => {
  const { from, to } = stores;
  const slot = createSemaphore(lanes);
  const walked: Walk = { part: movedParts[0], after: '', moved: 0, bytes: 0 };

  const nameDamage = async (
    part: MovedPart,
    { id, key }: MovableRow,
    reason: DamagedBlob['reason'],
  ): Promise<DamagedBlob> => {
    const shown = part === 'images' ? undefined : await findShowing(db, id);
    return { key, reason, ...(shown === undefined ? {} : { file: shown.name, owner: shown.email }) };
  };

  const moveOne = async (part: MovedPart, row: MovableRow): Promise<DamagedBlob | number | undefined> => {
    const key = normaliseKey(row.key);
    let reason: DamagedBlob['reason'] = 'absent';
    try {
      const done = await moveBlob(stores, { key, size: row.size, sha256: row.sha256 });
      if (done.kind === 'copied') return done.bytes;
      if (done.kind === 'known') return undefined;
    } catch (error) {
      if (error instanceof BlobAlteredError) reason = 'altered';
      // The blob was deleted while it was read.
      else if (!(error instanceof BlobAbsentError)) throw error;
    }
    // A blob that nothing refers to any more is no loss.
    return (await onRecord(db, part, [row.key])).size === 0 ? undefined : nameDamage(part, row, reason);
  };

  /** Moves some blobs, and removes those that were deleted meanwhile. */
  const moveSome = async (
    part: MovedPart,
    rows: readonly MovableRow[],
  ): Promise<{ count: number; bytes: number; damaged: DamagedBlob[] }> => {
    const done = await Promise.all(rows.map((row) => slot(() => moveOne(part, row))));
    const still = await onRecord(
      db,
      part,
      rows.map(({ key }) => key),
    );
    for (const { key } of rows) if (!still.has(key)) await to.remove(normaliseKey(key));
    const sizes = done.filter(
      (each, index): each is number => typeof each === 'number' && still.has(rows[index]?.key ?? ''),
    );
    return {
      count: sizes.length,
      bytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
      damaged: done.filter((each) => typeof each === 'object'),
    };
  };

  const ended = (): Error => new Error('The move was ended by somebody else.');
  const note = async (count: number, bytes: number): Promise<void> => {
    walked.moved += count;
    walked.bytes += bytes;
    if (!(await saveWalk(db, moveId, walked))) throw ended();
    onProgress(walked);
  };

  async function* pages(part: MovedPart, start: string): AsyncGenerator<MovableRow[]> {
    for (let after = start; ;) {
      const rows = await listMovable(db, part, { after, limit: pageSize });
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      after = last.id;
    }
  }

  let areTwo = false;
  const expectTwo = async (): Promise<void> => {
    if (areTwo) return;
    if (await isOneStore(to, from)) throw new OneStoreError('Both places are one, under two names.');
    areTwo = true;
  };

  const stand = async (): Promise<void> => {
    await expectTwo();
    const row = await findMove(db);
    if (row?.id !== moveId) throw ended();
    Object.assign(walked, { moved: row.moved, bytes: row.bytes, after: row.after });
    if (isMovedPart(row.part)) walked.part = row.part;
  };

  return {
    progress: () => walked,
    walk: async () => {
      await stand();
      for (const part of movedParts.slice(movedParts.indexOf(walked.part))) {
        if (part !== walked.part) Object.assign(walked, { part, after: '' });
        for await (const rows of pages(part, walked.after)) {
          const done = await moveSome(part, rows);
          walked.after = rows.at(-1)?.id ?? '';
          await note(done.count, done.bytes);
        }
      }
    },
    catchUp: async () => {
      await stand();
      const there = new Map<BlobKey, number | undefined>();
      for await (const { key, size } of to.list()) there.set(key, size);
      const isThere = ({ key: name, size }: MovableRow): boolean => {
        const key = normaliseKey(name);
        const listed = there.get(key);
        return there.has(key) && (size === undefined || listed === undefined || listed === size);
      };
      const damaged: DamagedBlob[] = [];
      let moved = 0;
      for (const part of movedParts) {
        for await (const rows of pages(part, '')) {
          const done = await moveSome(
            part,
            rows.filter((row) => !isThere(row)),
          );
          moved += done.count;
          damaged.push(...done.damaged);
          if (done.count > 0) await note(done.count, done.bytes);
        }
      }
      return { moved, damaged };
    },
    moveUploads: async () => {
      await expectTwo();
      let coming = 0;
      // The walk follows the records and not the old place: a blob is published there a moment before it is
      // recorded.
      for (let after = ''; ;) {
        const uploads = await listComing(db, { after, limit: pageSize });
        for (const { id, key: name } of uploads) {
          const key = normaliseKey(name);
          const isStaged = async () => (await from.stagedSize(key)) !== undefined;
          if (!(await isStaged()) && (await from.size(key)) === undefined) continue;
          const isMoved = await lockIdleUpload(id, async (isHeld) => {
            try {
              if (await isStaged()) await moveStagedBytes(stores, key, isHeld);
              else await moveBlob(stores, { key });
            } catch (error) {
              // The upload was cancelled while it was read; its copied bytes are orphans.
              if (!(error instanceof BlobAbsentError)) throw error;
            }
          });
          if (!isMoved) coming += 1;
        }
        const last = uploads.at(-1);
        if (last === undefined) return coming;
        after = last.id;
      }
    },
    empty: async (isOwn) => {
      await stand();
      if (!(await saveWalk(db, moveId, { ...walked, part: emptyingPart }))) throw ended();
      let left = 0;
      for (const part of movedParts) {
        for await (const rows of pages(part, '')) {
          // If another move has begun since, this may be the current place of files.
          const now = await findMove(db);
          if (now?.id !== moveId || now.part !== emptyingPart) throw ended();
          if (!(await isOwn())) throw new Error('The old place is not this installation’s alone any more');
          const kept = await Promise.all(
            rows.map(({ key: name, size }) =>
              slot(async () => {
                const key = normaliseKey(name);
                const there = await to.size(key);
                const isThere = there !== undefined && (size === undefined || size === there);
                if (isThere) await from.remove(key);
                return !isThere && (await from.size(key)) !== undefined;
              }),
            ),
          );
          left += kept.filter(Boolean).length;
        }
      }
      return left;
    },
  };
};
