import { findShowing } from '#db/blob-references.ts';
import type { Db } from '#db/database.ts';
import { createSemaphore } from '#lib/concurrency/semaphore.ts';
import { BlobAbsentError, normaliseKey } from '#ports/blob-store.ts';
import { BlobAlteredError } from '#ports/copy-blob.ts';
import { copyVerified, type CopyStores } from './blob-copy.ts';
import {
  forgetThumbnail,
  keysOnRecord,
  listRowsIn,
  type MigratableRow,
  moveRow,
  type Part,
  parts,
} from './stores.repo.ts';

export { asOnlyMigration } from './migration-lock.repo.ts';

/** Rows that are listed at once. */
export const pageSize = 200;
/** Blobs that are copied, or moved to the trash, concurrently. */
export const lanes = 8;

/** A blob that cannot be migrated, because it is missing or differs from its record. */
export interface DamagedBlob {
  readonly key: string;
  readonly reason: 'absent' | 'altered';
  /** A file that has the blob, with its owner; undefined for images. */
  readonly file?: string;
  readonly owner?: string;
}

export interface MigrationProgress {
  /** Number of blobs whose rows name the new store by now, and their bytes. */
  readonly moved: number;
  readonly bytes: number;
}

export interface MigrationDeps {
  readonly db: Db;
  readonly stores: CopyStores;
  /** The stores' ids. */
  readonly from: string;
  readonly to: string;
  readonly onProgress?: (progress: MigrationProgress) => void;
}

export interface MigrationResult extends MigrationProgress {
  readonly damaged: readonly DamagedBlob[];
}

/** Names a blob that cannot be migrated; undefined where nothing refers to it any more, which is no loss. */
export const damageOf = async (
  db: Db,
  part: Part,
  { row: { id, key }, reason }: { readonly row: MigratableRow; readonly reason: DamagedBlob['reason'] },
): Promise<DamagedBlob | undefined> => {
  if (!(await keysOnRecord(db, [key])).has(key)) return undefined;
  const shown = part === 'images' ? undefined : await findShowing(db, id);
  return { key, reason, ...(shown === undefined ? {} : { file: shown.name, owner: shown.email }) };
};

/**
 * Migrates every blob whose row names a store to another one: it is copied, compared, and its row updated. Rows
 * that name the store are all that it knows, so that it goes on where it was killed.
 */
export const migrateRows = async ({
  db,
  stores,
  from,
  to,
  onProgress,
}: MigrationDeps): Promise<MigrationResult> => {
  const slot = createSemaphore(lanes);
  const damaged: DamagedBlob[] = [];
  let [moved, bytes] = [0, 0];

  /** @returns whether the copy is there, as the row says */
  const copy = async (row: MigratableRow): Promise<number | DamagedBlob['reason']> => {
    try {
      const done = await copyVerified(stores, { ...row, key: normaliseKey(row.key) });
      return done.kind === 'absent' ? 'absent' : done.bytes;
    } catch (error) {
      if (error instanceof BlobAlteredError) return 'altered';
      if (error instanceof BlobAbsentError) return 'absent';
      throw error;
    }
  };
  const nameDamage = async (part: Part, row: MigratableRow, reason: DamagedBlob['reason']) => {
    // Thumbnails are made again.
    if (part === 'thumbnails') return forgetThumbnail(db, row.id);
    const found = await damageOf(db, part, { row, reason });
    if (found !== undefined) damaged.push(found);
  };
  const migrate = async (part: Part, row: MigratableRow): Promise<void> => {
    const copied = await copy(row);
    if (typeof copied === 'string') return nameDamage(part, row, copied);
    if (await moveRow(db, part, { id: row.id, key: row.key, from, to })) {
      moved += 1;
      bytes += copied;
    } else if (!(await keysOnRecord(db, [row.key])).has(row.key)) {
      // It was deleted while it was copied.
      await stores.to.trash(normaliseKey(row.key));
    }
  };

  for (const part of parts) {
    for (let after = ''; ;) {
      const rows = await listRowsIn(db, part, { store: from, after, limit: pageSize });
      const last = rows.at(-1);
      if (last === undefined) break;
      await Promise.all(rows.map((row) => slot(() => migrate(part, row))));
      after = last.id;
      onProgress?.({ moved, bytes });
    }
  }
  return { moved, bytes, damaged };
};
