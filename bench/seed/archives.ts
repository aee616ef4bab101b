/** Folders whose archives are large in two ways: very many files, and very many bytes. These files do have bytes. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { nameColumns } from '../../apps/server/src/lib/name-columns.ts';
import { createBlobKey } from '../../apps/server/src/ports/blob-store.ts';
import { createId } from '../../apps/server/src/ports/ids.ts';
import type { Ground } from '../lib/scenario.ts';
import { createRandom } from './random.ts';

export const archiveFolders = { many: 'bench archive of many', large: 'bench archive of much' } as const;

const kibi = 1024;
const mebi = 1024 * kibi;
const gibi = 1024 * mebi;

/** Small files share so many blobs. */
const smallBlobs = 500;
const rowsAtOnce = 500;
const writtenAtOnce = 8 * mebi;

interface Blob {
  readonly id: string;
  readonly size: number;
}

/** Writes a blob: random bytes at both ends, nothing in between, where the file has a hole. */
const plantBlob = async ({ db, dataDir }: Ground, size: number): Promise<Blob> => {
  const key = createBlobKey();
  const folder = join(dataDir, 'blobs', key.slice(0, 2), key.slice(2, 4));
  mkdirSync(folder, { recursive: true });
  const end = randomBytes(Math.min(size, mebi));
  const start = randomBytes(Math.min(size - end.length, mebi));
  const file = await open(join(folder, key), 'wx');
  let sum = crc32(start);
  try {
    await file.write(start, 0, start.length, 0);
    await file.write(end, 0, end.length, size - end.length);
  } finally {
    await file.close();
  }
  const zeros = Buffer.alloc(Math.min(size, writtenAtOnce));
  for (let left = size - start.length - end.length; left > 0; left -= writtenAtOnce)
    sum = crc32(zeros.subarray(0, Math.min(left, writtenAtOnce)), sum);
  const id = createId(Date.now());
  const row = {
    id,
    key,
    size,
    sha256: randomBytes(32).toString('hex'),
    crc32: crc32(end, sum),
    created_at: 0,
  };
  await db.insertInto('blobs').values(row).execute();
  return { id, size };
};

interface Wish {
  readonly name: string;
  readonly parentId: string | null;
}

const plantFolder = async ({ db, ownerId }: Ground, { name, parentId }: Wish): Promise<string> => {
  const id = createId(Date.now());
  const times = { created_at: Date.now(), updated_at: Date.now() };
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

const plantFiles = async (
  { db, ownerId }: Ground,
  folderId: string,
  blobs: readonly Blob[],
): Promise<void> => {
  const now = Date.now();
  for (let from = 0; from < blobs.length; from += rowsAtOnce)
    await db
      .insertInto('items')
      .values(
        blobs.slice(from, from + rowsAtOnce).map(({ id, size }, index) => ({
          id: createId(now),
          owner_id: ownerId,
          parent_id: folderId,
          type: 'file' as const,
          ...nameColumns(`file ${from + index} č 写.bin`),
          blob_id: id,
          size,
          mimetype: 'application/octet-stream',
          category: 'others' as const,
          created_at: now,
          updated_at: now,
        })),
      )
      .execute();
  const size = blobs.reduce((sum, blob) => sum + blob.size, 0);
  await db
    .updateTable('items')
    .set({ items_count: blobs.length, files_count: blobs.length, files_size: size })
    .where('id', '=', folderId)
    .execute();
};

/** @param entries of the archive: files, the folders that they are in, and the one above those */
const plantMany = async (ground: Ground, entries: number): Promise<void> => {
  const folders = Math.max(1, Math.round(entries / 1_000));
  const random = createRandom(1);
  const blobs: Blob[] = [];
  for (let index = 0; index < smallBlobs; index += 1)
    blobs.push(await plantBlob(ground, random.below(4 * kibi)));
  const top = await plantFolder(ground, { name: archiveFolders.many, parentId: null });
  let left = entries - 1 - folders;
  for (let index = 0; index < folders; index += 1) {
    const count = Math.ceil(left / (folders - index));
    left -= count;
    const folder = await plantFolder(ground, { name: `folder ${index}`, parentId: top });
    await plantFiles(
      ground,
      folder,
      Array.from({ length: count }, () => random.pick(blobs)),
    );
  }
};

/** Of the bytes of an archive three quarters are one file, and a twelfth each of three others. */
const plantLarge = async (ground: Ground, bytes: number): Promise<void> => {
  const large = await plantBlob(ground, (bytes * 3) / 4);
  const small = await plantBlob(ground, Math.floor(bytes / 12));
  const top = await plantFolder(ground, { name: archiveFolders.large, parentId: null });
  await plantFiles(ground, top, [small, large, small, small]);
};

/** Adds both folders to the top of an account, unless it has them: 100,000 entries, and 6 GiB. */
export const plantArchives = async (
  ground: Ground,
  { quick }: { readonly quick: boolean },
): Promise<void> => {
  const { db, ownerId } = ground;
  const there = await db
    .selectFrom('items')
    .select('name')
    .where('container_id', '=', ownerId)
    .where('name', 'in', Object.values(archiveFolders))
    .execute();
  if (there.length > 0) return;
  await plantMany(ground, quick ? 2_000 : 100_000);
  await plantLarge(ground, quick ? 60 * mebi : 6 * gibi);
};
