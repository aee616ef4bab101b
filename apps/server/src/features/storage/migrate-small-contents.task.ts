import { replaceBlobBytes } from '#db/blob-bytes.ts';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import { createSemaphore } from '#lib/concurrency/semaphore.ts';
import { BlobAbsentError, normaliseKey } from '#ports/blob-store.ts';
import { examineBlob } from '#ports/copy-blob.ts';
import { smallContentLimit } from './database-store.ts';
import {
  damageOf,
  type DamagedBlob,
  lanes,
  type MigrationProgress,
  type MigrationResult,
  pageSize,
} from './migration.task.ts';
import type { OpenedStore } from './storage.types.ts';
import { listSmallRowsIn, type MigratableRow, moveRow } from './stores.repo.ts';

export interface SmallContentsOptions {
  readonly onProgress: (progress: MigrationProgress) => void;
  /** Refuses bytes for which the disk of the database has no space. @throws BlobStoreFullError */
  readonly requireFreeSpace: (bytes: number) => Promise<void>;
}

/** A small content as it was read, or why it cannot be moved. */
type Content = { readonly row: MigratableRow } & ({ readonly bytes: Buffer } | Pick<DamagedBlob, 'reason'>);

const read = async ({ blobs }: OpenedStore, row: MigratableRow): Promise<Content> => {
  const pieces: Buffer[] = [];
  try {
    // The reader reuses the memory of a piece.
    const { size, sha256 } = await examineBlob(blobs, normaliseKey(row.key), async (piece) => {
      pieces.push(Buffer.from(piece));
    });
    if (size !== row.size || sha256 !== row.sha256) return { row, reason: 'altered' };
  } catch (error) {
    if (!(error instanceof BlobAbsentError)) throw error;
    return { row, reason: 'absent' };
  }
  return { row, bytes: Buffer.concat(pieces) };
};

/**
 * Migrates the small contents of a store to the database, a page a transaction, while servers run, and moves the blobs to the
 * trash of the store. What is damaged or missing keeps its row.
 *
 * @throws BlobStoreError
 */
export const migrateSmallContentsIn = async (
  db: Db,
  store: OpenedStore,
  { onProgress, requireFreeSpace }: SmallContentsOptions,
): Promise<MigrationResult> => {
  const slot = createSemaphore(lanes);
  const damaged: DamagedBlob[] = [];
  let [moved, bytes] = [0, 0];
  for (let after = ''; ;) {
    const rows = await listSmallRowsIn(db, {
      store: store.id,
      after,
      limit: pageSize,
      most: smallContentLimit,
    });
    const last = rows.at(-1);
    if (last === undefined) return { moved, bytes, damaged };
    after = last.id;
    await requireFreeSpace(rows.reduce((sum, { size = 0 }) => sum + size, 0));
    const found = await Promise.all(rows.map((row) => slot(() => read(store, row))));
    const migrated = await inTransaction(db, async (trx) => {
      const done: MigratableRow[] = [];
      for (const content of found) {
        if ('reason' in content) continue;
        const { id, key } = content.row;
        // A blob that was deleted meanwhile has no row that takes the bytes.
        if (!(await moveRow(trx, 'blobs', { id, key, from: store.id, to: null }))) continue;
        await replaceBlobBytes(trx, { key, bytes: content.bytes });
        done.push(content.row);
      }
      return done;
    });
    for (const content of found) {
      const lost = 'reason' in content ? await damageOf(db, 'blobs', content) : undefined;
      if (lost !== undefined) damaged.push(lost);
    }
    await Promise.all(migrated.map(({ key }) => slot(() => store.blobs.trash(normaliseKey(key)))));
    moved += migrated.length;
    bytes += migrated.reduce((sum, { size = 0 }) => sum + size, 0);
    onProgress({ moved, bytes });
  }
};
