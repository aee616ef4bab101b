/** Folders whose archives are large in two ways: very many files, and very many bytes. These files do have bytes. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { createBlobKey } from '../../../apps/server/src/ports/blob-store.ts';
import { createId } from '../../../apps/server/src/ports/ids.ts';
import { activeStoreOf } from '../../../apps/server/src/testing/active-store.ts';
import { type PlantedBlob, plantFiles, plantFolder } from '../../lib/plant.ts';
import type { SeedContext } from '../scenario.ts';
import { createRandom } from './random.ts';

export const archiveFolders = { many: 'bench archive of many', large: 'bench archive of much' } as const;

const kibi = 1024;
const mebi = 1024 * kibi;
const gibi = 1024 * mebi;

/** Small files share so many blobs. */
const smallBlobs = 500;
const writtenAtOnce = 8 * mebi;
/** Letters of more than one byte, as archives have to get right. */
const nameOf = (index: number): string => `file ${index} č 写.bin`;

/** Writes a blob: random bytes at both ends, nothing in between, where the file has a hole. */
export const plantBlob = async ({ db, dataDir }: SeedContext, size: number): Promise<PlantedBlob> => {
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
    store_id: await activeStoreOf(db),
    key,
    size,
    sha256: randomBytes(32).toString('hex'),
    crc32: crc32(end, sum),
    created_at: 0,
  };
  await db.insertInto('blobs').values(row).execute();
  return { id, size };
};

/** @param entries of the archive: files, their folders, and the folder above */
const plantMany = async (context: SeedContext, entries: number): Promise<void> => {
  const folders = Math.max(1, Math.round(entries / 1_000));
  const random = createRandom(1);
  const blobs: PlantedBlob[] = [];
  for (let index = 0; index < smallBlobs; index += 1)
    blobs.push(await plantBlob(context, random.below(4 * kibi)));
  const top = await plantFolder(context, { name: archiveFolders.many, parentId: null });
  let left = entries - 1 - folders;
  for (let index = 0; index < folders; index += 1) {
    const count = Math.ceil(left / (folders - index));
    left -= count;
    const folder = await plantFolder(context, { name: `folder ${index}`, parentId: top });
    await plantFiles(
      context,
      folder,
      Array.from({ length: count }, (_, file) => ({ name: nameOf(file), ...random.pick(blobs) })),
    );
  }
};

/** Of the bytes of an archive three quarters are one file, and a twelfth each of three others. */
const plantLarge = async (context: SeedContext, bytes: number): Promise<void> => {
  const large = await plantBlob(context, (bytes * 3) / 4);
  const small = await plantBlob(context, Math.floor(bytes / 12));
  const top = await plantFolder(context, { name: archiveFolders.large, parentId: null });
  await plantFiles(
    context,
    top,
    [small, large, small, small].map((blob, file) => ({ name: nameOf(file), ...blob })),
  );
};

/** Adds both folders to the top of an account, unless it has them: 100,000 entries, and 6 GiB. */
export const plantArchives = async (
  context: SeedContext,
  { quick }: { readonly quick: boolean },
): Promise<void> => {
  const { db, ownerId } = context;
  const there = await db
    .selectFrom('items')
    .select('name')
    .where('container_id', '=', ownerId)
    .where('name', 'in', Object.values(archiveFolders))
    .execute();
  if (there.length > 0) return;
  await plantMany(context, quick ? 2_000 : 100_000);
  await plantLarge(context, quick ? 60 * mebi : 6 * gibi);
};
