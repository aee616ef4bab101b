import { BrokenBodyError } from '#http/incoming-bytes.ts';
import { AppError } from '#lib/app-error.ts';
import type { CreateChecksum } from '#lib/checksum.ts';
import type { Stores } from '#features/storage/index.ts';
import { BlobStoreError, createBlobKey } from '#ports/blob-store.ts';
import type { Admission, Admissions } from './admission.ts';
import type { PublishUpload } from './publish-upload.ts';
import { receiveStream } from './receive-stream.ts';
import { uploadGap, uploadIncomplete } from './uploads.errors.ts';
import type { Arrival, StoredFile } from './upload-request.ts';

/** Receives a file in one request. A broken connection leaves nothing of it. */
export type ReceiveWhole = (arrival: Arrival) => Promise<StoredFile>;

export interface WholeUploadDeps {
  readonly stores: Pick<Stores, 'active'>;
  readonly createChecksum: CreateChecksum;
  readonly admissions: Admissions;
  readonly publish: PublishUpload;
}

export const createWholeUpload = ({
  stores,
  createChecksum,
  admissions,
  publish,
}: WholeUploadDeps): ReceiveWhole => {
  const storeFile = async (arrival: Arrival, admission: Admission): Promise<StoredFile> => {
    const { input, body } = arrival;
    const { id: storeId, blobs } = await stores.active();
    const key = createBlobKey();
    const expected = input.size ?? input.expected;
    const checksum = createChecksum(expected ?? 0);
    const writer = await blobs.stage(key, 0, { inOneGo: true, expected });
    try {
      const head = (await receiveStream(body, { writer, checksum, skip: 0, admission })) ?? Buffer.alloc(0);
      if (input.size !== undefined && writer.position < input.size) throw uploadIncomplete(0);
      await writer.flush();
      const { reservation } = admission;
      return await publish(arrival, { storeId, key, size: writer.position, checksum, head, reservation });
    } catch (error) {
      await writer.close();
      await blobs.discard(key);
      // After any other error the transaction may have been committed all the same. The bytes must stay, and
      // are collected later if nothing refers to them.
      if (error instanceof AppError || error instanceof BlobStoreError) await blobs.remove(key);
      throw error instanceof BrokenBodyError ? uploadIncomplete(0, error) : error;
    } finally {
      await writer.close();
    }
  };

  return async (arrival) => {
    const { input } = arrival;
    if (input.offset !== undefined && input.offset > 0) throw uploadGap(0);
    const admission = await admissions.open(arrival, 'request');
    const { reservation } = admission;
    await reservation.reserve(input.size ?? input.expected ?? 0);
    try {
      return await storeFile(arrival, admission);
    } catch (error) {
      // A reservation that cannot be released now expires.
      await reservation.release().catch(() => undefined);
      throw error;
    }
  };
};
