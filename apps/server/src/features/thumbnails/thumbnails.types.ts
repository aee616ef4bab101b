import type { ThumbnailSize } from '@holdall/contract/files';
import type { Db } from '#db/database.ts';
import type { StoredBytes } from '#db/tables/storage.ts';
import type { Actor } from '#lib/actor.ts';
import type { BlobBytes, ByteSpan } from '#ports/blob-store.ts';

/** The span of one size in the blob that holds them all. */
export interface ThumbnailSpan {
  readonly start: number;
  readonly length: number;
}
export type ThumbnailSpans = Readonly<Record<ThumbnailSize, ThumbnailSpan>>;

export interface ThumbnailBytes {
  readonly name: string;
  /** With its quotes. */
  readonly etag: string;
  /** The version in immutable addresses. */
  readonly version: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  readonly askedAt: number;
  readonly open: (span?: ByteSpan) => Promise<BlobBytes>;
}

export interface ThumbnailsService {
  /**
   * Opens one thumbnail of a file, also of one in the trash. A file without a state is enqueued.
   *
   * @throws thumbnail.not_found, also for an unknown item
   */
  open(actor: Actor, itemId: string, size: ThumbnailSize): Promise<ThumbnailBytes>;
  /** Enqueues files without a state; called at the start and periodically. */
  sweep(): Promise<void>;
  /** Retries files whose thumbnails failed. @returns how many blobs */
  retryFailed(): Promise<number>;
  /** Stops, and resolves when all announced files are enqueued. */
  settled(): Promise<void>;
  /**
   * Returns the bytes that belong to these blobs beside their own, for the garbage collector. Called before the rows
   * of the blobs are deleted, which cascades to their thumbnails.
   */
  dependantBytes(db: Db, blobIds: readonly string[]): Promise<StoredBytes[]>;
  /** Returns those of the keys that thumbnails have, for the census of the store. */
  claimedKeys(keys: readonly string[]): Promise<string[]>;
}
