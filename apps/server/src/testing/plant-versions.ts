import { sql } from 'kysely';
import type { ItemRef } from '@holdall/contract/selections';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import { createBlobKey } from '#ports/blob-store.ts';
import { createId } from '#ports/ids.ts';

/** The database of a server, its time and its store. */
interface Planting {
  readonly parts: { readonly db: Db };
  readonly clock: { now(): number };
  readonly storeId: string;
}

export interface PlantedVersion {
  /** Milliseconds since 1970; now by default. */
  readonly storedAt?: number;
  readonly replacedAt?: number;
  /** The file's own time, which may be anything. */
  readonly modifiedAt?: number;
  readonly storedBy?: string | null;
  readonly label?: string | null;
  readonly size?: number;
  /** A blob that exists already, of that size; a row without bytes by default. */
  readonly blobId?: string;
}

/** Adds earlier contents to a file as rows, without bytes unless they name a blob, and counts them. @returns their ids, in the given order */
export const plantVersions = (
  { parts, clock, storeId }: Planting,
  item: ItemRef,
  versions: readonly PlantedVersion[],
): Promise<string[]> =>
  inTransaction(parts.db, async (trx) => {
    const { owner_id: ownerId } = await trx
      .selectFrom('items')
      .select('owner_id')
      .where('id', '=', item.id)
      .executeTakeFirstOrThrow();
    const now = clock.now();
    const planted = versions.map((version) => ({
      id: createId(version.replacedAt ?? now),
      blobId: createId(version.storedAt ?? now),
      storedAt: now,
      modifiedAt: now,
      storedBy: `user:${ownerId}`,
      label: null,
      size: 1,
      ...version,
    }));
    const made = planted.filter((_, index) => versions[index]?.blobId === undefined);
    const blobs = made.map(({ blobId, storedAt, storedBy, size }) => ({
      id: blobId,
      store_id: storeId,
      key: createBlobKey(),
      size,
      sha256: 'ab',
      crc32: 1,
      created_at: storedAt,
      stored_by: storedBy,
    }));
    const rows = planted.map(({ id, blobId, modifiedAt, label, size }) => ({
      id,
      item_id: item.id,
      owner_id: ownerId,
      blob_id: blobId,
      size,
      mimetype: 'text/plain',
      category: 'documents' as const,
      modified_at: modifiedAt,
      label,
    }));
    for (let from = 0; from < blobs.length; from += 100)
      await trx
        .insertInto('blobs')
        .values(blobs.slice(from, from + 100))
        .execute();
    for (let from = 0; from < rows.length; from += 100)
      await trx
        .insertInto('item_versions')
        .values(rows.slice(from, from + 100))
        .execute();
    const size = planted.reduce((sum, version) => sum + version.size, 0);
    await sql`update user_storage set documents = documents + ${size} where user_id = ${ownerId}`.execute(
      trx,
    );
    return planted.map(({ id }) => id);
  });
