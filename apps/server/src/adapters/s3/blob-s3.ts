import {
  allBlobs,
  allStaged,
  allTrash,
  blobKeyIn,
  blobOf,
  type Extent,
  extentOf,
  isBeginning,
  lastPartBefore,
  type Staged,
  stagedAfter,
  stagedFrom,
  stagingOf,
  trashOf,
} from '#adapters/s3/blob-s3-extents.ts';
import { joinBlob, moveObject } from '#adapters/s3/blob-s3-join.ts';
import { fetchObject, openObject, readObject } from '#adapters/s3/blob-s3-reader.ts';
import { createStagingWriter, cutTo } from '#adapters/s3/blob-s3-staging.ts';
import { createWholeWriter, type WholeWriter } from '#adapters/s3/blob-s3-whole.ts';
import { createS3Client, type S3ClientOptions } from '#adapters/s3/s3-client.ts';
import { attempt, S3Error } from '#adapters/s3/s3-errors.ts';
import {
  abortParts,
  inLanes,
  lastPartAt,
  listObjects,
  listUploads,
  putObject,
  removeObject,
  type S3Object,
  sizeOfObject,
} from '#adapters/s3/s3-objects.ts';
import { createSemaphore } from '#lib/concurrency/semaphore.ts';
import {
  BlobAbsentError,
  type BlobBytes,
  type BlobKey,
  BlobStoreError,
  type ByteSpan,
  createBlobKey,
  normaliseKey,
  type StagedWriter,
  type StoredEntry,
} from '#ports/blob-store.ts';
import { ownerMarkerName } from '#lib/owner-marker.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';

/** Parts that are under way at once, of all uploads together: what they take of the memory. */
const slotsOfAll = 16;
/** Milliseconds without a new part after which an incomplete multipart upload counts as abandoned. */
const uploadRest = 24 * 60 * 60_000;
/** Seconds that an address may be read from at the most. */
const addressSeconds = 60;

/** Milliseconds: a probe that gives up early notices early, too, that the storage is back. */
const probePatience = { answer: 4_000, idle: 4_000 };

export interface S3BlobStore extends OwnedBlobStore {
  /** Closes connections that rest. */
  close(): void;
}

const isIn = ({ start, length }: Extent, span: ByteSpan): boolean =>
  length > 0 && start <= span.end && start + length > span.start;

/**
 * Blobs in a bucket of an S3-compatible store: `blobs/<key>` once published, `staging/<key>/…` while they grow,
 * `trash/<key>` for a while after they were removed, below the prefix that is configured. Any number of servers may use it; decision 19.
 */
export const createS3BlobStore = (options: S3ClientOptions): S3BlobStore => {
  const client = createS3Client(options);
  const prober = createS3Client({
    ...options,
    timeouts: { ...options.timeouts, ...probePatience },
    attempts: 2,
  });
  const { bucket, endpoint } = options.storage;
  const slots = createSemaphore(slotsOfAll);
  /** Blobs that come in one go to this server. */
  const wholeWriters = new Map<BlobKey, WholeWriter>();

  const collect = async (start: string, after?: string): Promise<S3Object[]> => {
    const found: S3Object[] = [];
    for await (const object of listObjects(client, start, { after })) found.push(object);
    return found;
  };
  /** @param known bytes that are staged for sure: a large upload has too many objects to list them again and again */
  const staged = async (key: BlobKey, known = 0): Promise<Staged | undefined> => {
    const from = lastPartBefore(known);
    const after = from === 0 ? undefined : stagedAfter(key, from);
    const found = stagedFrom(await collect(stagingOf(key), after), from);
    return found === undefined && from > 0 ? stagedFrom(await collect(stagingOf(key))) : found;
  };
  /** The first object goes first: without it the others do not count. */
  const removeStaged = async (key: BlobKey): Promise<void> => {
    const names = (await collect(stagingOf(key))).map((object) => object.key);
    const remove = (name: string): Promise<void> => removeObject(client, name);
    await inLanes(names.filter(isBeginning), remove);
    await inLanes(
      names.filter((name) => !isBeginning(name)),
      remove,
    );
  };

  const stageWhole = (key: BlobKey, expected: number | undefined): StagedWriter => {
    const writer = createWholeWriter({ client, key, slots }, expected);
    wholeWriters.set(key, writer);
    return {
      get position() {
        return writer.position;
      },
      write: (bytes) => writer.write(bytes),
      flush: () => writer.flush(),
      close: () => {
        wholeWriters.delete(key);
        return writer.close();
      },
    };
  };

  const readExtents = async (found: Staged, span: ByteSpan): Promise<BlobBytes> => {
    let reading: BlobBytes | undefined;
    const close = async (): Promise<void> => reading?.close();
    return {
      close,
      async *[Symbol.asyncIterator]() {
        try {
          for (const extent of found.extents.filter((each) => isIn(each, span))) {
            const start = Math.max(0, span.start - extent.start);
            const end = Math.min(extent.length - 1, span.end - extent.start);
            reading = await openObject(client, extent.key, { start, end });
            yield* reading;
          }
          if (span.end >= found.size)
            throw new BlobStoreError(`The staged bytes end ${span.end + 1 - found.size} bytes too early.`);
        } finally {
          await close();
        }
      },
    };
  };

  async function* abandonedUploads(start: string): AsyncGenerator<StoredEntry> {
    const before = options.clock.now() - uploadRest;
    for await (const { begunAt, ...upload } of listUploads(client, start)) {
      const key = blobKeyIn(upload.key);
      if (key === undefined || begunAt >= before) continue;
      // A slow sender may bring one file for days.
      const modifiedAt = (await lastPartAt(client, upload)) ?? begunAt;
      if (modifiedAt < before) yield { key, modifiedAt };
    }
  }

  async function* stagedEntries(): AsyncGenerator<StoredEntry> {
    let current: StoredEntry | undefined;
    // A listing is sorted by name, so the objects of one blob are adjacent.
    for await (const { key: name, modifiedAt } of listObjects(client, allStaged)) {
      const key = blobKeyIn(name);
      if (key === undefined) continue;
      if (current !== undefined && current.key !== key) yield current;
      const newest = current?.key === key ? Math.max(current.modifiedAt, modifiedAt) : modifiedAt;
      current = { key, modifiedAt: newest };
    }
    if (current !== undefined) yield current;
    // Large objects are published, joined and moved to the trash in parts, too.
    for (const start of [allBlobs, allStaged, allTrash]) yield* abandonedUploads(start);
  }

  async function* withContext(
    doing: string,
    entries: AsyncIterable<StoredEntry>,
  ): AsyncGenerator<StoredEntry> {
    const iterator = entries[Symbol.asyncIterator]();
    for (;;) {
      const next = await attempt(doing, () => iterator.next());
      if (next.done === true) return;
      yield next.value;
    }
  }

  async function* objectEntries(start: string): AsyncGenerator<StoredEntry> {
    for await (const { key: name, modifiedAt, size } of listObjects(client, start)) {
      const key = name.slice(start.length);
      if (/^[0-9a-f]{32}$/.test(key)) yield { key: normaliseKey(key), modifiedAt, size };
    }
  }

  return {
    stage: (key, position, hints) =>
      attempt('staging', async () => {
        normaliseKey(key);
        if (hints !== undefined && position === 0) return stageWhole(key, hints.expected);
        const found = await staged(key, position);
        const size = found?.size ?? 0;
        if (size < position) throw new BlobAbsentError(`Only ${size} of ${position} bytes are staged.`);
        const left = await cutTo({ client, key, slots }, found, position);
        return createStagingWriter({ client, key, slots }, left, position);
      }),
    stagedSize: (key, known) =>
      attempt('looking at staged bytes', async () => (await staged(key, known))?.size),
    readStaged: (key, span) =>
      attempt('opening staged bytes', async () => {
        const found = await staged(key);
        if (found === undefined) throw new BlobAbsentError('Nothing is staged under this key.');
        return readExtents(found, span ?? { start: 0, end: found.size - 1 });
      }),
    publish: (key, size) =>
      attempt('publishing a blob', async () => {
        const whole = wholeWriters.get(normaliseKey(key));
        if (whole !== undefined) return whole.publish(size);
        const found = await staged(key);
        if (found?.size === size) {
          await joinBlob(client, key, found);
        } else {
          // It may have been published by an attempt that ended while it removed what was staged.
          const published = await sizeOfObject(client, blobOf(key));
          if (published !== size && found !== undefined)
            throw new BlobStoreError(`${found.size} bytes are staged instead of ${size}.`);
          if (published === undefined) throw new BlobAbsentError('Nothing is staged under this key.');
          if (published !== size)
            throw new BlobStoreError(`The blob has ${published} bytes instead of ${size}.`);
        }
        await removeStaged(key);
      }),
    discard: (key) =>
      attempt('removing staged bytes', async () => {
        await removeStaged(key);
        for (const start of [blobOf(key), stagingOf(key), trashOf(key)])
          for await (const upload of listUploads(client, start)) await abortParts(client, upload);
      }),
    listStaged: () => withContext('listing staged bytes', stagedEntries()),

    read: async (key, span) => openObject(client, blobOf(key), span),
    readInto: async (key, start, target) => readObject(client, blobOf(key), { start, target }),
    localPath: async (key) => {
      normaliseKey(key);
      return undefined;
    },
    size: (key) => attempt('looking at a blob', async () => sizeOfObject(client, blobOf(key))),
    remove: (key) => attempt('removing a blob', async () => removeObject(client, blobOf(key))),
    trash: (key) =>
      attempt('moving a blob to the trash', async () => {
        await moveObject(client, blobOf(key), trashOf(key));
      }),
    untrash: (key) => attempt('putting a blob back', () => moveObject(client, trashOf(key), blobOf(key))),
    listTrash: () => withContext('listing the trash', objectEntries(allTrash)),
    purge: (key) => attempt('emptying the trash', () => removeObject(client, trashOf(key))),
    list: () => withContext('listing blobs', objectEntries(allBlobs)),
    owner: () =>
      attempt('looking whose files these are', async () => {
        try {
          return (await fetchObject(client, ownerMarkerName)).toString().trim();
        } catch (error) {
          if (error instanceof BlobAbsentError) return undefined;
          throw error;
        }
      }),
    setOwner: (installation) =>
      attempt('saying whose files these are', () =>
        putObject(client, ownerMarkerName, [Buffer.from(`${installation}\n`)]),
      ),
    probe: () =>
      attempt(`trying the bucket ${bucket} at ${new URL(endpoint).host}`, async () => {
        const sent = Buffer.from(createBlobKey());
        const extent = extentOf(createBlobKey(), 0, sent.length);
        await putObject(prober, extent.key, [sent]);
        // If the removal fails as well, orphan cleanup removes it.
        try {
          if (!(await fetchObject(prober, extent.key)).equals(sent)) throw new S3Error('altered');
        } finally {
          await removeObject(prober, extent.key);
        }
      }),

    readAddress: async (key, { disposition, type }) =>
      client.addressOf(
        blobOf(key),
        { 'response-content-disposition': disposition, 'response-content-type': type },
        addressSeconds,
      ),
    close: () => {
      client.close();
      prober.close();
    },
  };
};
