import type { ItemRef } from '@holdall/contract/selections';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { nameColumns } from '#lib/name-columns.ts';
import { createBlobKey } from '#ports/blob-store.ts';
import { createId } from '#ports/ids.ts';
import { activeStoreOf } from '#testing/active-store.ts';

/** Bytes of each planted file. */
const fileSize = 2;
const rowsPerStatement = 500;

interface Planting {
  readonly ownerId: string;
  readonly parent: ItemRef | null;
  readonly type: ItemRef['type'];
  readonly count: number;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * Writes many rows at once where calls would take too long: `file 0`, `file 1` … or `folder 0` …, of a
 * size of two bytes each file, counted by their place as if they had been made by calls. Usage is the caller's.
 */
export const plantItems = async (
  db: Db,
  { ownerId, parent, type, count, now }: Planting,
): Promise<{ items: ItemRef[]; size: number }> => {
  const isFile = type === 'file';
  const store = await activeStoreOf(db);
  const sums = { sha256: 'ab', crc32: 1 };
  const rows = Array.from({ length: count }, (_, index) => ({
    id: createId(now),
    blobId: isFile ? createId(now) : null,
    name: `${type} ${index}`,
  }));
  for (let start = 0; start < count; start += rowsPerStatement) {
    const piece = rows.slice(start, start + rowsPerStatement);
    const blobs = piece.flatMap(({ blobId }) =>
      blobId === null
        ? []
        : [{ id: blobId, store_id: store, key: createBlobKey(), size: fileSize, ...sums, created_at: now }],
    );
    if (blobs.length > 0) await db.insertInto('blobs').values(blobs).execute();
    await db
      .insertInto('items')
      .values(
        piece.map(({ id, blobId, name }) => ({
          id,
          owner_id: ownerId,
          parent_id: parent?.id ?? null,
          type,
          ...nameColumns(name),
          ...(isFile && {
            blob_id: blobId,
            size: fileSize,
            mimetype: 'text/plain',
            category: 'documents' as const,
          }),
          created_at: now,
          modified_at: now,
        })),
      )
      .execute();
  }
  const size = isFile ? count * fileSize : 0;
  const counted = sql`items_count = items_count + ${count}, files_count = files_count + ${isFile ? count : 0},
    files_size = files_size + ${size}`;
  await (
    parent === null
      ? sql`update users set ${counted} where id = ${ownerId}`
      : sql`update items set ${counted} where id = ${parent.id}`
  ).execute(db);
  return { items: rows.map(({ id }) => ({ id, type })), size };
};
