import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDiskBlobStore } from '#adapters/disk/blob-disk.ts';
import { writeLineFile } from '#lib/line-files.ts';
import { type BlobKey, createBlobKey, storeBytes } from '#ports/blob-store.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import { checkLocation } from './restore-location.ts';
import { RestoreRefusedError } from './restore-target.ts';
import { smallContentLimit } from '#features/storage/index.ts';

let folder: string;
let blobs: OwnedBlobStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdall-place-'));
  blobs = await createDiskBlobStore(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Listed {
  readonly key: BlobKey;
  readonly images: boolean;
  readonly size: number;
}

const check = async (keys: readonly Listed[]) => {
  const list = join(folder, createBlobKey());
  await writeLineFile(
    list,
    (async function* lines() {
      yield keys.map((each) => JSON.stringify({ ...each, sha256: 'ab'.repeat(32) }));
    })(),
  );
  await checkLocation({ blobs, operator: undefined }, { list, mark: 'its own', takeOver: false });
};

it.each([
  ['files', smallContentLimit + 1],
  ['small files, which an earlier version stored there,', 1],
])(
  'a store is recognized by %s of the backup, whatever images have been replaced since',
  async (_which, size) => {
    const replaced = Array.from({ length: 60 }, () => ({
      key: createBlobKey(),
      images: true,
      size: 1,
    }));
    const file = { key: await storeBytes(blobs, Buffer.from('a file')), images: false, size };
    await blobs.setOwner('the saved one');
    await check([...replaced, file]);
    await check([{ ...file, images: true }]);
    await expect(check(replaced)).rejects.toThrow(RestoreRefusedError);
  },
);
