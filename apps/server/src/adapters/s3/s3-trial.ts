import { randomBytes } from 'node:crypto';
import { fetchObject } from '#adapters/s3/blob-s3-reader.ts';
import { createS3Client, type S3Client, type S3ClientOptions } from '#adapters/s3/s3-client.ts';
import { asS3Error, S3Error } from '#adapters/s3/s3-errors.ts';
import {
  abortParts,
  beginParts,
  completeParts,
  copyObject,
  lastPartAt,
  listObjects,
  listUploads,
  putObject,
  putPart,
  removeObject,
} from '#adapters/s3/s3-objects.ts';
import { BlobAbsentError, BlobStoreError } from '#ports/blob-store.ts';
import {
  type StorageFailure,
  type StorageStep,
  storageSteps,
  type TryObjectStorage,
} from '#ports/object-storage.ts';

/** Milliseconds: a person waits for the trial. */
const patience = { answer: 10_000, idle: 10_000, backoff: 300 };
const attempts = 2;

/** The cause of a port error holds the store's answer. */
const reasonOf = (error: unknown): StorageFailure => {
  if (error instanceof S3Error) return error.reason;
  const cause = error instanceof Error ? error.cause : undefined;
  if (error instanceof BlobAbsentError || (error instanceof BlobStoreError && cause === undefined))
    return 'altered';
  return error instanceof BlobStoreError ? reasonOf(cause) : asS3Error(error).reason;
};

interface Bench {
  readonly client: S3Client;
  /** Names of the objects that the trial makes. */
  readonly one: string;
  readonly other: string;
  readonly bytes: Buffer;
}

const expectBytes = async ({ client, bytes }: Bench, key: string): Promise<void> => {
  if (!(await fetchObject(client, key)).equals(bytes)) throw new S3Error('altered');
};

const steps: Readonly<Record<StorageStep, (bench: Bench) => Promise<void>>> = {
  write: ({ client, one, bytes }) => putObject(client, one, [bytes]),
  read: async (bench) => {
    await expectBytes(bench, bench.one);
    const part = await fetchObject(bench.client, bench.one, { start: 5, end: 9 });
    if (!part.equals(bench.bytes.subarray(5, 10))) throw new S3Error('altered');
  },
  list: async ({ client, one }) => {
    for await (const { key } of listObjects(client, one)) if (key === one) return;
    throw new S3Error('altered');
  },
  join: async (bench) => {
    const { client, one, other, bytes } = bench;
    await copyObject(client, one, other);
    await expectBytes(bench, other);
    const upload = await beginParts(client, other);
    try {
      const part = await putPart(client, upload, { number: 1, body: [bytes] });
      // Incomplete uploads of earlier trials are found like this.
      for await (const begun of listUploads(client, other)) if (begun.id === upload.id) break;
      await lastPartAt(client, upload);
      await completeParts(client, upload, [part]);
    } catch (error) {
      await abortParts(client, upload).catch(() => undefined);
      throw error;
    }
    await expectBytes(bench, other);
  },
  delete: async ({ client, one, other }) => {
    await removeObject(client, one);
    await removeObject(client, other);
    for (const key of [one, other]) {
      for await (const object of listObjects(client, key))
        if (object.key === key) throw new S3Error('altered');
    }
  },
};

/** Tries whether a bucket can be used, with what the server will do to it. */
export const createStorageTrial =
  ({ outbound, clock }: Pick<S3ClientOptions, 'outbound' | 'clock'>): TryObjectStorage =>
  async (storage) => {
    const client = createS3Client({ storage, outbound, clock, timeouts: patience, attempts });
    const name = `trial/${randomBytes(16).toString('hex')}`;
    const bench = { client, one: `${name}-1`, other: `${name}-2`, bytes: randomBytes(1_000) };
    let step: StorageStep = 'write';
    try {
      for (step of storageSteps) await steps[step](bench);
      return { works: true };
    } catch (error) {
      // Objects of the trial are removed again, as far as possible.
      if (step !== 'write' && step !== 'delete') await steps.delete(bench).catch(() => undefined);
      return { works: false, step, reason: reasonOf(error) };
    } finally {
      client.close();
    }
  };
