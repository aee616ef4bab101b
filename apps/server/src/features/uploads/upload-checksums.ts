import type { UploadSessionRow } from '#db/tables/files.ts';
import type { Checksum, CreateChecksum } from '#lib/checksum.ts';
import { type BlobStore, normaliseKey } from '#ports/blob-store.ts';
import { checksumOfPart, type BlobLocation } from './receive-stream.ts';

/** Running checksums that are kept in memory: each saves reading staged bytes again. */
const checksumsAtMost = 1_000;

/** Where the bytes of an open upload are, and how many of them can be relied on. */
export interface DurableBytes {
  readonly location: BlobLocation;
  readonly received: number;
}

/** What is to be known of an open upload here. */
type Upload = Pick<UploadSessionRow, 'id' | 'staging_key' | 'size' | 'received' | 'losses'>;

/** Checksums of open uploads, as far as these have come. */
export interface Checksums {
  /**
   * The checksum of the bytes that the row counts; the caller may change it. What came to other servers since this one
   * had to do with the upload is read from the store, and nothing else.
   */
  of(session: Upload, durable: DurableBytes, progress: () => void): Promise<Checksum>;
  /** Keeps the checksum of the bytes that the row counts for the next request; one that is lost is not kept. Never rejects. */
  remember(session: Upload, checksum: Checksum): Promise<void>;
  /** Lets go of what is in memory. */
  release(session: Upload): void;
}

interface Kept {
  /** Bytes that it is of. They were durable at the time. */
  readonly position: number;
  /** How often the upload had lost such bytes by then: after another time it is void. */
  readonly losses: number;
  readonly checksum: Checksum;
}

export const createChecksums = (blobs: BlobStore, createChecksum: CreateChecksum): Checksums => {
  const all = new Map<string, Kept>();

  return {
    of: async (session, { location, received }, progress) => {
      const kept = all.get(session.id);
      all.delete(session.id);
      const isKnown = kept?.losses === session.losses && kept.position <= received && !kept.checksum.isLost;
      const start = isKnown ? kept.position : 0;
      const part = { key: normaliseKey(session.staging_key), location, start, length: received - start };
      const after = isKnown ? kept.checksum : createChecksum(session.size ?? received);
      return checksumOfPart(blobs, part, { progress, after });
    },
    remember: async (session, checksum) => {
      // What was received is not kept with it.
      await checksum.taken()?.catch(() => undefined);
      if (checksum.isLost) return;
      const oldest = all.size >= checksumsAtMost ? all.keys().next() : undefined;
      if (oldest?.done === false) all.delete(oldest.value);
      all.set(session.id, { position: session.received, losses: session.losses, checksum });
    },
    release: (session) => {
      all.delete(session.id);
    },
  };
};
