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
  override readonly name: string = 'UnpicturableError';
}

/** The image has more pixels than it may. */
export class TooManyPixelsError extends UnpicturableError {
  override readonly name = 'TooManyPixelsError';
}

/** A picture that is made of an image. Without metadata, in sRGB, of an animation the first frame. */
export interface Shape {
  /**
   * `square`: the middle square, no larger than it is. `within`: the whole image, no larger than it is. `padded`:
   * the whole image, as large as it fits, on nothing. `cover`: the middle, as large as it is to be. `maskable`: the
   * whole image on white, with so much around it that nothing is lost where a device cuts a circle out of it.
   */
  readonly fit: 'square' | 'within' | 'padded' | 'cover' | 'maskable';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** JPEG has no transparency: it becomes white. */
  readonly format: 'webp' | 'png' | 'jpeg';
}

/** An image that somebody has sent. Its length is not known before it was read. */
export interface SentImage {
  /** Media type as its content tells. */
  readonly type: string;
  /** Whoever iterates passes the iteration's failures on. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

export interface ShapeRequest {
  readonly shapes: readonly Shape[];
  /** An image with more is not decoded. */
  readonly maxPixels: number;
}

/** How far decoders are kept from everything but the file that they are given. */
export interface Confinement {
  /**
   * `sandbox`: they see no other file and no network. `network`: no network. `privileges`: they gain no rights, and
   * have those of the server. `none`: nothing more than processes of their own.
   */
  readonly level: 'sandbox' | 'network' | 'privileges' | 'none';
  /** True if the system bounds their memory and what they write. */
  readonly hasBounds: boolean;
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
  /**
   * Makes pictures of an image that somebody waits for: it stands behind no thumbnail, and works where those are
   * switched off.
   *
   * @param requestShapes is asked when the image is here as a whole
   * @returns one picture for each shape
   * @throws UnpicturableError where the image is at fault, or no picture; what reading it throws
   */
  shape(image: SentImage, requestShapes: () => Promise<ShapeRequest>): Promise<readonly Uint8Array[]>;
  /** How far decoders are confined on this machine; found out once, by trying it. */
  confinement(): Promise<Confinement>;
  /** Ends what runs, and frees all resources; the next `make` would take them anew. */
  close(): Promise<void>;
}
