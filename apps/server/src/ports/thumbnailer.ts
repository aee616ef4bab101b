import type { ThumbnailSize } from '@holdall/contract/files';
import type { BlobBytes } from '#ports/blob-store.ts';

/** A file that pictures are to be made of. */
export interface ThumbnailSource {
  /** Media type as its content tells, never as its name alone. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Where the bytes can be read on this machine without being copied; undefined where nowhere. */
  readonly path: string | undefined;
  readonly open: () => Promise<BlobBytes>;
}

/** A WebP without metadata, in sRGB. */
export interface Picture {
  readonly bytes: Uint8Array;
}

export interface Pictures {
  /** Pixels of the original as it is shown, turned as it says; null for documents, which have no pixels. */
  readonly width: number | null;
  readonly height: number | null;
  /** Never larger than the original; sizes that would look the same are the same object. */
  readonly sizes: Readonly<Record<ThumbnailSize, Picture>>;
}

/** No picture can be made of the file, now or later: it is broken, locked, too large, or takes too long. */
export class UnpicturableError extends Error {
  override readonly name = 'UnpicturableError';
}

/**
 * Makes small pictures of files, outside of the server's process and within bounds of memory and time,
 * whatever is in the files.
 */
export interface Thumbnailer {
  /** Files that are worked on at once; 0: none, ever. */
  readonly concurrency: number;
  /** Media types that pictures can be made of with the programs that this machine has. */
  types(): Promise<readonly string[]>;
  /**
   * @param signal set off: gives up, and rejects with its reason
   * @throws UnpicturableError where the file is at fault; anything else may pass
   */
  make(source: ThumbnailSource, signal: AbortSignal): Promise<Pictures>;
  /** Ends what runs, and frees all resources; the next `make` would take them anew. */
  close(): Promise<void>;
}
