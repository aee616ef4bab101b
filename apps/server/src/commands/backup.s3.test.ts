import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import type { ObjectStorage } from '#ports/object-storage.ts';
import { createKeyPair, nameOf } from '#testing/backup-commands.ts';
import { ensureTestBucket, testObjectStorage } from '#testing/object-storage.ts';
import {
  answerOf,
  blobFiles,
  examine,
  nothingWrong,
  shaOf,
  useMaintenance,
} from '#testing/maintenance-commands.ts';

// Servers start one after the other.
vi.setConfig({ testTimeout: 120_000 });

const { newPlace, pathOf, serve } = useMaintenance();
beforeAll(ensureTestBucket);

/** As an operator names a bucket. */
const environmentOf = (storage: ObjectStorage) => ({
  HOLDALL_S3_ENDPOINT: storage.endpoint,
  HOLDALL_S3_REGION: storage.region,
  HOLDALL_S3_BUCKET: storage.bucket,
  HOLDALL_S3_ACCESS_KEY: storage.accessKey,
  HOLDALL_S3_SECRET_KEY: storage.secretKey,
  HOLDALL_S3_PREFIX: storage.prefix,
});

test('files in object storage are backed up, and restored to the disk or to another bucket', async () => {
  const first = await newPlace('first', environmentOf(testObjectStorage()));
  const site = await serve(first);
  const files = new Map<string, string>();
  for (const length of [0, 10_000, 20_000, 6_000_000]) {
    const bytes = randomBytes(length);
    files.set(await site.upload(`${length} bytes`, bytes), shaOf(bytes));
  }
  const root = pathOf('backups');
  const saved = await answerOf(first, 'backup', root);
  expect(saved).toMatchObject({
    code: 0,
    value: { damaged: 0, blobs: { count: 4 } },
  });
  expect(await examine(first, '--read-data-subset', '100%')).toEqual(nothingWrong);
  const keys = await createKeyPair(first, dirname(first.dataDir));
  const encrypted = await answerOf(first, 'backup', root, '--recipient', keys.recipient);
  expect(encrypted).toMatchObject({ code: 0, value: { damaged: 0, added: { count: 4 } } });
  await site.stop();

  const decrypted = await newPlace('decrypted', environmentOf(testObjectStorage()));
  expect(await answerOf(decrypted, 'restore', root, '--identity', keys.file)).toMatchObject({
    code: 0,
    value: { damaged: [], blobs: { count: 4 } },
  });
  expect(await examine(decrypted, '--read-data-subset', '100%')).toEqual(nothingWrong);
  const plain = ['--backup', nameOf(saved)];

  const onDisk = await newPlace('disk');
  expect(await answerOf(onDisk, 'restore', root, ...plain)).toMatchObject({
    code: 0,
    value: { damaged: [] },
  });
  // The small ones are in the database.
  expect(await blobFiles(onDisk.dataDir)).toHaveLength(2);
  expect(await examine(onDisk, '--read-data-subset', '100%')).toEqual(nothingWrong);

  const elsewhere = await newPlace('elsewhere', environmentOf(testObjectStorage()));
  expect(await answerOf(elsewhere, 'restore', root, ...plain)).toMatchObject({
    code: 0,
    value: { damaged: [] },
  });
  expect(await readdir(elsewhere.dataDir)).not.toContain('blobs');
  expect(await examine(elsewhere, '--read-data-subset', '100%')).toEqual(nothingWrong);
  const copy = await serve(elsewhere);
  for (const [id, sha256] of files)
    expect(shaOf((await copy.download(id)) ?? Buffer.from('none'))).toBe(sha256);
  await copy.upload('life goes on', Buffer.from('x'));
});
