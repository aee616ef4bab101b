/** Items put straight into the database of a server that does not run. */
import type { Db } from '../../apps/server/src/db/database.ts';
import { nameColumns } from '../../apps/server/src/lib/name-columns.ts';
import { createId } from '../../apps/server/src/ports/ids.ts';

const rowsAtOnce = 500;

export interface PlantingGround {
  readonly db: Db;
  readonly ownerId: string;
}

export interface PlantedBlob {
  readonly id: string;
  readonly size: number;
}

/** A file with the blob that it points at. */
export interface PlantedFile extends PlantedBlob {
  readonly name: string;
}

interface Wish {
  readonly name: string;
  readonly parentId: string | null;
}

/** Puts an empty folder into an account. @returns its id */
export const plantFolder = async (
  { db, ownerId }: PlantingGround,
  { name, parentId }: Wish,
): Promise<string> => {
  const id = createId(Date.now());
  const times = { created_at: Date.now(), modified_at: Date.now() };
  await db
    .insertInto('items')
    .values({ id, owner_id: ownerId, parent_id: parentId, type: 'folder', ...nameColumns(name), ...times })
    .execute();
  const count = ({ items_count: held }: { items_count: number }) => ({ items_count: held + 1 });
  if (parentId === null) {
    const user = db.selectFrom('users').select('items_count').where('id', '=', ownerId);
    await db
      .updateTable('users')
      .set(count(await user.executeTakeFirstOrThrow()))
      .where('id', '=', ownerId)
      .execute();
  } else {
    const folder = db.selectFrom('items').select('items_count').where('id', '=', parentId);
    await db
      .updateTable('items')
      .set(count(await folder.executeTakeFirstOrThrow()))
      .where('id', '=', parentId)
      .execute();
  }
  return id;
};

/** Inserts files into an empty folder; their bytes exist only in the database. */
export const plantFiles = async (
  { db, ownerId }: PlantingGround,
  folderId: string,
  files: readonly PlantedFile[],
): Promise<void> => {
  const now = Date.now();
  for (let from = 0; from < files.length; from += rowsAtOnce)
    await db
      .insertInto('items')
      .values(
        files.slice(from, from + rowsAtOnce).map(({ id, name, size }) => ({
          id: createId(now),
          owner_id: ownerId,
          parent_id: folderId,
          type: 'file' as const,
          ...nameColumns(name),
          blob_id: id,
          size,
          mimetype: 'application/octet-stream',
          category: 'others' as const,
          created_at: now,
          modified_at: now,
        })),
      )
      .execute();
  const size = files.reduce((sum, file) => sum + file.size, 0);
  await db
    .updateTable('items')
    .set({ items_count: files.length, files_count: files.length, files_size: size })
    .where('id', '=', folderId)
    .execute();
};
