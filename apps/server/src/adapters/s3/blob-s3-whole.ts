import { blobOf, partBytes } from '#adapters/s3/blob-s3-extents.ts';
import { completed } from '#adapters/s3/blob-s3-join.ts';
import { partsUnderWay, type StagingOptions } from '#adapters/s3/blob-s3-staging.ts';
import { attempt } from '#adapters/s3/s3-errors.ts';
import {
  abortParts,
  beginParts,
  type Part,
  type PartsUpload,
  putObject,
  putPart,
} from '#adapters/s3/s3-objects.ts';
import { createTaskPool } from '#lib/concurrency/task-pool.ts';
import { gatherBytes } from '#lib/gathered-bytes.ts';
import { BlobStoreError, type StagedWriter } from '#ports/blob-store.ts';

const mebibyte = 1024 * 1024;
/** Parts that a blob may have, and how many are planned for one whose length was announced. */
const partsAtMost = 10_000;
const partsPlanned = 9_000;

export interface WholeWriter extends StagedWriter {
  /** Makes the blob of what was written. @throws BlobStoreError where that has another length */
  publish(size: number): Promise<void>;
}

/**
 * Uploads a blob in one go: in one request where it is small, else as a multipart upload, which is invisible
 * until it is completed.
 *
 * @param expected announced bytes, if any: the part size is planned for them
 */
export const createWholeWriter = ({ client, key, slots }: StagingOptions, expected = 0): WholeWriter => {
  const name = blobOf(key);
  const partSize = Math.max(partBytes, Math.ceil(expected / partsPlanned / mebibyte) * mebibyte);
  const pool = createTaskPool(partsUnderWay, slots);
  const pending = gatherBytes();
  const parts: Part[] = [];
  let upload: Promise<PartsUpload> | undefined;
  let position = 0;
  let begun = 0;
  let state: 'open' | 'published' | 'closed' = 'open';

  const sendPart = (): void => {
    const number = (begun += 1);
    const body = pending.take();
    upload ??= attempt('beginning a blob', () => beginParts(client, name));
    const opened = upload;
    // The caller that awaits it reports the failure.
    opened.catch(() => undefined);
    pool.start(() =>
      attempt('writing', async () => {
        if (number > partsAtMost) throw new BlobStoreError(`A blob has ${partsAtMost} parts at the most.`);
        parts.push(await putPart(client, await opened, { number, body }));
      }),
    );
  };
  const check = (): void => {
    if (state !== 'open') throw new BlobStoreError('The writer is closed.');
  };

  return {
    get position() {
      return position;
    },
    write: (bytes) => {
      if (state !== 'open') return Promise.reject(new BlobStoreError('The writer is closed.'));
      for (let rest = bytes; rest.length > 0;) {
        const piece = rest.subarray(0, partSize - pending.length);
        rest = rest.subarray(piece.length);
        pending.push(piece);
        position += piece.length;
        if (pending.length === partSize) sendPart();
      }
      return pool.capacity();
    },
    flush: async () => check(),
    publish: async (size) => {
      if (state === 'closed') check();
      if (position !== size) throw new BlobStoreError(`${position} bytes came instead of ${size}.`);
      if (state === 'published') return;
      if (upload === undefined) {
        const body = pending.take();
        pool.start(() => attempt('publishing a blob', () => putObject(client, name, body)));
        await pool.finished();
      } else {
        if (pending.length > 0) sendPart();
        await pool.finished();
        const opened = await upload;
        await attempt('publishing a blob', () => completed(client, opened, { parts, size }));
      }
      state = 'published';
    },
    close: async () => {
      const isLeft = state === 'open';
      state = 'closed';
      await pool.settled();
      if (!isLeft || upload === undefined) return;
      // An upload that cannot be aborted now is found later among those that were never completed.
      await upload.then((opened) => abortParts(client, opened)).catch(() => undefined);
    },
  };
};
