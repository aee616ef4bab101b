import { type Extent, extentOf, partBytes, type Staged } from '#adapters/s3/blob-s3-extents.ts';
import { fetchObject } from '#adapters/s3/blob-s3-reader.ts';
import type { S3Client } from '#adapters/s3/s3-client.ts';
import { attempt } from '#adapters/s3/s3-errors.ts';
import { inLanes, putObject, removeObject } from '#adapters/s3/s3-objects.ts';
import { createTaskPool, type Slots } from '#lib/concurrency/task-pool.ts';
import { gatherBytes } from '#lib/gathered-bytes.ts';
import { type BlobKey, BlobStoreError, type StagedWriter } from '#ports/blob-store.ts';

/** Concurrent parts of one upload. */
export const partsUnderWay = 3;

export interface StagingOptions {
  readonly client: S3Client;
  readonly key: BlobKey;
  /** Shared by everything that brings bytes to the store. */
  readonly slots: Slots;
}

/**
 * Truncates staged bytes to `position`, which must not lie behind their end: objects beyond it are removed, and
 * an object across it is rewritten.
 *
 * @returns the remaining extents
 */
export const cutTo = async (
  { client, key }: StagingOptions,
  staged: Staged | undefined,
  position: number,
): Promise<readonly Extent[]> => {
  if (staged === undefined) return [];
  const left = staged.extents.filter(({ start, length }) => length > 0 && start + length <= position);
  const crossing = staged.extents.find(({ start, length }) => start < position && start + length > position);
  if (crossing !== undefined) {
    const shorter = extentOf(key, crossing.start, position - crossing.start);
    const bytes = await fetchObject(client, crossing.key, { start: 0, end: shorter.length - 1 });
    await putObject(client, shorter.key, [bytes]);
    left.push(shorter);
  }
  const kept = new Set(left.map((extent) => extent.key));
  const beyond = [...staged.extents.map((extent) => extent.key), ...staged.spare];
  await inLanes(
    beyond.filter((name) => !kept.has(name)),
    (name) => removeObject(client, name),
  );
  return left;
};

/**
 * Stages bytes as objects that each hold a whole part, or as much of one as there was when it was flushed: these are
 * removed as soon as their part is whole.
 *
 * @param extents what is staged before `position`
 */
export const createStagingWriter = (
  { client, key, slots }: StagingOptions,
  extents: readonly Extent[],
  from: number,
): StagedWriter => {
  const pool = createTaskPool(partsUnderWay, slots);
  const cleaning = new Set<Promise<void>>();
  const pending = gatherBytes();
  let position = from;
  let partStart = from - (from % partBytes);
  /** Objects of this part whose bytes are in the store alone. */
  let before = extents.filter(({ start }) => start >= partStart);
  /** Objects of this part that this writer has made, and their bytes. */
  let flushed: Extent[] = [];
  let kept: Uint8Array[] = [];
  let closed = false;

  const clean = (names: readonly Extent[]): void => {
    for (const name of names) {
      // Objects that fail to be removed go with the rest, when the blob is published or discarded.
      const removing: Promise<void> = removeObject(client, name.key)
        .catch(() => undefined)
        .finally(() => void cleaning.delete(removing));
      cleaning.add(removing);
    }
  };

  /** Brings the part that has become whole to the store. */
  const seal = (): void => {
    const whole = extentOf(key, partStart, partBytes);
    const [earlier, own] = [before, flushed];
    const bytes = [...kept, ...pending.take()];
    partStart += partBytes;
    [before, flushed, kept] = [[], [], []];
    pool.start(() =>
      attempt('writing', async () => {
        const head = await inLanes(earlier, (extent) => fetchObject(client, extent.key));
        await putObject(client, whole.key, [...head, ...bytes]);
        clean([...earlier, ...own].filter((extent) => extent.key !== whole.key));
      }),
    );
  };

  const flush = async (): Promise<void> => {
    await pool.finished();
    const isEmpty = position === 0 && flushed.length === 0;
    if (pending.length === 0 && !isEmpty) return;
    const extent = extentOf(key, position - pending.length, pending.length);
    const bytes = pending.take();
    pool.start(() => attempt('making bytes durable', () => putObject(client, extent.key, bytes)));
    await pool.finished();
    flushed.push(extent);
    kept.push(...bytes);
  };

  return {
    get position() {
      return position;
    },
    write: (bytes) => {
      if (closed) return Promise.reject(new BlobStoreError('The writer is closed.'));
      for (let rest = bytes; rest.length > 0;) {
        const piece = rest.subarray(0, partStart + partBytes - position);
        rest = rest.subarray(piece.length);
        pending.push(piece);
        position += piece.length;
        if (position === partStart + partBytes) seal();
      }
      return pool.capacity();
    },
    flush: async () => {
      if (closed) throw new BlobStoreError('The writer is closed.');
      await flush();
    },
    close: async () => {
      closed = true;
      await pool.settled();
      await Promise.all(cleaning);
    },
  };
};
