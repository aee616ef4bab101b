import type { ItemRow } from '#db/tables/files.ts';
import type { QuotaReservation, UsageService } from '#features/usage/index.ts';
import { BrokenBodyError } from '#http/incoming-bytes.ts';
import { AppError } from '#lib/app-error.ts';
import type { CreateChecksum } from '#lib/checksum.ts';
import type { Stores } from '#features/storage/index.ts';
import { BlobStoreError, createBlobKey } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import { createId } from '#ports/ids.ts';
import { type Admission, type AdmissionService, announcedLengthOf } from './admission.ts';
import { receiveStream } from './receive-stream.ts';
import { uploadGap, uploadIncomplete } from './uploads.errors.ts';
import type { Arrival } from './upload-request.ts';

/** Receives a file in one request. A broken connection leaves nothing of it. */
export type ReceiveWhole = (arrival: Arrival) => Promise<ItemRow>;

export interface WholeUploadDeps {
  readonly stores: Pick<Stores, 'active'>;
  readonly clock: Clock;
  readonly createChecksum: CreateChecksum;
  readonly usage: UsageService;
  readonly admission: AdmissionService;
}

export const createWholeUpload = ({
  stores,
  clock,
  createChecksum,
  usage,
  admission,
}: WholeUploadDeps): ReceiveWhole => {
  const storeFile = async (
    { actor, input, body }: Arrival,
    { admit, inspect, count }: Admission,
    reservation: QuotaReservation,
  ): Promise<ItemRow> => {
    const { id: storeId, blobs } = await stores.active();
    const key = createBlobKey();
    const expected = input.size ?? input.expected;
    const checksum = createChecksum(expected ?? 0);
    const writer = await blobs.stage(key, 0, { inOneGo: true, expected });
    try {
      const head = await receiveStream(body, {
        writer,
        checksum,
        skip: 0,
        admit: (length) => {
          admit(length);
          return reservation.grow(length);
        },
        inspect,
        count,
        progress: () => undefined,
        checkpoint: undefined,
      });
      if (input.size !== undefined && writer.position < input.size) throw uploadIncomplete(0);
      await writer.flush();
      const file = { storeId, key, size: writer.position, checksum, head: head ?? Buffer.alloc(0) };
      return await admission.publish(actor, input, { ...file, reservation });
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
    const { actor, input, budget } = arrival;
    if (input.offset !== undefined && input.offset > 0) throw uploadGap(0);
    const limits = await admission.open(actor, input, { start: 0, budget });
    const expected = input.size ?? input.expected;
    const reservation = await usage.openReservation(limits.account, {
      id: createId(clock.now()),
      kind: 'request',
      mayExist: false,
      length: announcedLengthOf(actor, expected),
    });
    await reservation.reserve(expected ?? 0);
    try {
      return await storeFile(arrival, limits, reservation);
    } catch (error) {
      // A reservation that cannot be released now expires.
      await reservation.release().catch(() => undefined);
      throw error;
    }
  };
};
