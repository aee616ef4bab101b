import { listOwnersOf } from '#db/blob-references.ts';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { Stores } from '#features/storage/index.ts';
import type { CreateChecksum } from '#lib/checksum.ts';
import { BlobAbsentError, BlobStoreAwayError, BlobStoreError, normaliseKey } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import { type Events, filesEvent } from '#ports/events.ts';
import { findBlobByKey, setDamaged } from './damage.repo.ts';
import type { BlobOnRecord } from './damage.types.ts';

/** The integrity of a stored blob. */
export type BlobState = 'sound' | 'altered' | 'missing';

export interface VerifierDeps {
  readonly db: Db;
  readonly stores: Pick<Stores, 'get'>;
  readonly clock: Clock;
  readonly createChecksum: CreateChecksum;
  readonly events: Pick<Events, 'publish'>;
  /** Tells whether the store belongs to this installation: an unmounted disk has no files either. */
  readonly isOwn: () => Promise<boolean>;
}

/** Options for reading a blob. */
export interface Reading {
  /** Aborting it stops reading, which rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called to pause after each piece. @param ms milliseconds that the piece took */
  readonly rest?: (ms: number) => Promise<void>;
}

export interface BlobVerifier {
  /**
   * Reads a blob and compares its size and checksum, without recording the result.
   *
   * @throws BlobStoreError if the store fails, which leaves the result unknown
   */
  examine(blob: BlobOnRecord, reading?: Reading): Promise<BlobState>;
  /** Records a result, and tells the owners of files concerned. A deleted blob is ignored. */
  record(blob: BlobOnRecord, state: BlobState): Promise<void>;
}

/** Counts and hashes bytes in memory that is reused for the next ones. */
const readOnce = async (
  { stores, createChecksum }: VerifierDeps,
  { store_id: storeId, key, size }: BlobOnRecord,
  { signal, rest }: Reading,
): Promise<{ readonly size: number; readonly sha256: string }> => {
  const checksum = createChecksum(size);
  let length = 0;
  let began = performance.now();
  for await (const piece of await stores.get(storeId).read(normaliseKey(key))) {
    signal?.throwIfAborted();
    length += piece.length;
    await checksum.update(piece);
    await checksum.taken();
    await rest?.(performance.now() - began);
    began = performance.now();
  }
  return { size: length, sha256: (await checksum.sums()).sha256 };
};

/** Compares stored bytes with their rows. */
export const createBlobVerifier = (deps: VerifierDeps): BlobVerifier => {
  const { db, stores, clock, events, isOwn } = deps;

  const readAndCompare = async (blob: BlobOnRecord, reading: Reading): Promise<BlobState> => {
    try {
      const found = await readOnce(deps, blob, reading);
      return found.size === blob.size && found.sha256 === blob.sha256 ? 'sound' : 'altered';
    } catch (error) {
      if (error instanceof BlobAbsentError) return 'missing';
      if (!(error instanceof BlobStoreError)) throw error;
      // A read fails for missing bytes as for any other reason; only the size tells them apart.
      const size = await stores.get(blob.store_id).size(normaliseKey(blob.key));
      if (size === undefined || size === blob.size) throw error;
      return 'altered';
    }
  };

  return {
    examine: async (blob, reading = {}) => {
      const first = await readAndCompare(blob, reading);
      if (first === 'sound') return first;
      // A second read: a transfer error, or a disk that was being mounted, is no damage.
      const state = await readAndCompare(blob, reading);
      if (state !== 'sound' && blob.store_id !== null && !(await isOwn()))
        throw new BlobStoreAwayError(
          'The store of the files is not this installation’s own, or is not there.',
        );
      return state;
    },
    record: async (blob, state) => {
      const now = clock.now();
      const owners = await inTransaction(db, async (trx) => {
        const known = await findBlobByKey(trx, blob.key);
        if (known === undefined || (known.damaged_at !== null) === (state !== 'sound')) return [];
        await setDamaged(trx, known.id, { since: state === 'sound' ? null : now, at: now });
        return listOwnersOf(trx, known.id);
      });
      for (const ownerId of owners)
        events.publish(filesEvent({ ownerId, origin: undefined, everything: true }));
    },
  };
};
