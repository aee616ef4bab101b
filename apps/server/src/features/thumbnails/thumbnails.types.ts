import type { ThumbnailSize } from '@holdall/contract/files';
import type { Db } from '#db/database.ts';
import type { Actor } from '#http/actor.ts';
import type { BlobBytes, BlobKey, ByteSpan } from '#ports/blob-store.ts';

/** Where one size stands in the bytes that hold them all. */
export interface PictureSpan {
  readonly start: number;
  readonly length: number;
}
export type PictureSpans = Readonly<Record<ThumbnailSize, PictureSpan>>;

export interface ThumbnailBytes {
  readonly name: string;
  /** With its quotes. */
  readonly etag: string;
  /** What addresses carry that never change their bytes. */
  readonly version: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  readonly askedAt: number;
  readonly open: (span?: ByteSpan) => Promise<BlobBytes>;
}

export interface ThumbnailsService {
  /**
   * One picture of a file, also of one in the trash. Where nobody has looked at the file yet, that is seen to.
   *
   * @throws thumbnail.not_found, also where there is no such item
   */
  open(actor: Actor, itemId: string, size: ThumbnailSize): Promise<ThumbnailBytes>;
  /** At the start and from time to time: sees to files that nobody has looked at. */
  sweep(): Promise<void>;
  /** Has files looked at again whose pictures could not be made. @returns how many pictures */
  retryFailed(): Promise<number>;
  /** Resolves when what was announced so far is in the queue; nothing is taken any more after it. */
  settled(): Promise<void>;
  /**
   * For the collector of blobs: what the store holds for these blobs beside their own bytes. To be asked
   * before the blobs' rows are deleted, which deletes what is known of their pictures.
   */
  dependantKeys(db: Db, blobIds: readonly string[]): Promise<BlobKey[]>;
  /** For the census of the store: those of the keys that are pictures. */
  claimedKeys(keys: readonly string[]): Promise<string[]>;
}
