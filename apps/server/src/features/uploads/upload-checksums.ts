import type { UploadSessionRow } from '#db/tables/files.ts';
import type { Checksum, CreateChecksum } from '#lib/checksum.ts';
import type { Stores } from '#features/storage/index.ts';
import { normaliseKey } from '#ports/blob-store.ts';
import { addStoredPart, type BlobLocation } from './receive-stream.ts';

/** The most running checksums kept in memory. Each saves a second read of the staged bytes. */
const maxChecksums = 1_000;

/** The location of an open upload's bytes, and how many of them are durable. */
export interface DurableBytes {
  readonly location: BlobLocation;
  readonly received: number;
}

/** The columns of an open upload that checksums depend on. */
type Upload = Pick<UploadSessionRow, 'id' | 'store_id' | 'staging_key' | 'size' | 'received' | 'losses'>;

/** Running checksums of open uploads. */
export interface Checksums {
  /**
   * Returns the checksum of the bytes that the row counts; the caller may change it. Only bytes that other
   * servers have received since are read from the store.
   */
  of(session: Upload, durable: DurableBytes): Promise<Checksum>;
  /** Keeps the checksum of the bytes that the row counts for the next request, unless it is lost. Never rejects. */
  remember(session: Upload, checksum: Checksum): Promise<void>;
  /** Drops the checksum from memory. */
  release(session: Upload): void;
}

interface Kept {
  /** The number of bytes that it covers. They were durable at the time. */
  readonly position: number;
  /** The losses of the upload by then; one more makes the checksum void. */
  readonly losses: number;
  readonly checksum: Checksum;
}

export const createChecksums = (stores: Pick<Stores, 'get'>, createChecksum: CreateChecksum): Checksums => {
  const all = new Map<string, Kept>();

  return {
    of: async (session, { location, received }) => {
      const kept = all.get(session.id);
      all.delete(session.id);
      const isKnown = kept?.losses === session.losses && kept.position <= received && !kept.checksum.isLost;
      const start = isKnown ? kept.position : 0;
      const part = { key: normaliseKey(session.staging_key), location, start, length: received - start };
      const after = isKnown ? kept.checksum : createChecksum(session.size ?? received);
      return addStoredPart(stores.get(session.store_id), part, after);
    },
    remember: async (session, checksum) => {
      // The received bytes must not be retained with the checksum.
      await checksum.taken()?.catch(() => undefined);
      if (checksum.isLost) return;
      const oldest = all.size >= maxChecksums ? all.keys().next() : undefined;
      if (oldest?.done === false) all.delete(oldest.value);
      all.set(session.id, { position: session.received, losses: session.losses, checksum });
    },
    release: (session) => {
      all.delete(session.id);
    },
  };
};
