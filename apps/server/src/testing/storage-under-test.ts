import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createS3BlobStore } from '#adapters/s3/blob-s3.ts';
import type { StoredEntry } from '#ports/blob-store.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';
import { ensureTestBucket, s3OptionsOf, testObjectStorage } from '#testing/object-storage.ts';

/** Where this run of the tests keeps bytes: on the disk, or in object storage (HOLDALL_TEST_STORAGE). */
export interface StorageUnderTest {
  /** The bucket; undefined on the disk. */
  readonly operator: ObjectStorage | undefined;
  /** Names of what is staged, and of blobs. */
  staged(): Promise<string[]>;
  stored(): Promise<string[]>;
  close(): void;
}

export const isOnObjectStorage = (): boolean => process.env['HOLDALL_TEST_STORAGE'] === 's3';

const onDisk = (dataDir: () => string): StorageUnderTest => ({
  operator: undefined,
  staged: () => readdir(join(dataDir(), 'staging')),
  stored: async () => {
    const paths = await readdir(join(dataDir(), 'blobs'), { recursive: true });
    return paths.filter((path) => /[0-9a-f]{32}$/.test(path));
  },
  close: () => undefined,
});

const namesOf = async (entries: AsyncIterable<StoredEntry>): Promise<string[]> => {
  const names: string[] = [];
  for await (const { key } of entries) names.push(key);
  return names;
};

const inBucket = async (): Promise<StorageUnderTest> => {
  await ensureTestBucket();
  const operator = testObjectStorage();
  const store = createS3BlobStore(s3OptionsOf(operator));
  return {
    operator,
    staged: () => namesOf(store.listStaged()),
    stored: () => namesOf(store.list()),
    close: () => store.close(),
  };
};

export const openStorageUnderTest = async (dataDir: () => string): Promise<StorageUnderTest> =>
  isOnObjectStorage() ? inBucket() : onDisk(dataDir);
