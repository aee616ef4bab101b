import type { ItemRow } from '#db/tables/files.ts';
import type { Hold, UsageService } from '#features/usage/index.ts';
import { BrokenBodyError } from '#http/incoming-bytes.ts';
import { AppError } from '#lib/app-error.ts';
import type { CreateChecksum } from '#lib/checksum.ts';
import { type BlobStore, BlobStoreError, createBlobKey } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import { createId } from '#ports/ids.ts';
import { type Admission, type AdmissionService, announcedBy } from './admission.service.ts';
import { takeIn } from './intake.service.ts';
import { uploadGap, uploadIncomplete } from './uploads.errors.ts';
import type { Arrival } from './uploads.types.ts';

/** Takes a file in by one request; where that breaks, nothing is left of it. */
export type ReceiveWhole = (arrival: Arrival) => Promise<ItemRow>;

export interface WholeUploadDeps {
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly createChecksum: CreateChecksum;
  readonly usage: UsageService;
  readonly admission: AdmissionService;
}

export const createWholeUpload = ({
  blobs,
  clock,
  createChecksum,
  usage,
  admission,
}: WholeUploadDeps): ReceiveWhole => {
  const takeFile = async (
    { actor, wish, body }: Arrival,
    { admit, inspect, count }: Admission,
    hold: Hold,
  ): Promise<ItemRow> => {
    const key = createBlobKey();
    const expected = wish.size ?? wish.expected;
    const checksum = createChecksum(expected ?? 0);
    const writer = await blobs.stage(key, 0, { inOneGo: true, expected });
    try {
      const head = await takeIn(body, {
        writer,
        checksum,
        skip: 0,
        admit: (length) => {
          admit(length);
          return hold.grow(length);
        },
        inspect,
        count,
        progress: () => undefined,
        checkpoint: undefined,
      });
      if (wish.size !== undefined && writer.position < wish.size) throw uploadIncomplete(0);
      await writer.flush();
      const file = { key, size: writer.position, checksum, head: head ?? Buffer.alloc(0) };
      return await admission.conclude(actor, wish, { ...file, hold });
    } catch (error) {
      await writer.close();
      await blobs.discard(key);
      // After any other error the transaction may have been committed all the same: the bytes must
      // stay, and are collected later where nothing points at them.
      if (error instanceof AppError || error instanceof BlobStoreError) await blobs.remove(key);
      throw error instanceof BrokenBodyError ? uploadIncomplete(0, error) : error;
    } finally {
      await writer.close();
    }
  };

  return async (arrival) => {
    const { actor, wish, own } = arrival;
    if (wish.offset !== undefined && wish.offset > 0) throw uploadGap(0);
    const limits = await admission.open(actor, wish, { start: 0, own });
    const expected = wish.size ?? wish.expected;
    const hold = await usage.hold(limits.account, {
      id: createId(clock.now()),
      lease: 'request',
      begun: false,
      length: announcedBy(actor, expected),
    });
    await hold.foresee(expected ?? 0);
    try {
      return await takeFile(arrival, limits, hold);
    } catch (error) {
      // What the database cannot take back now ends with the lease.
      await hold.release().catch(() => undefined);
      throw error;
    }
  };
};
