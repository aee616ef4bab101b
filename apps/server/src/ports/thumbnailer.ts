import type { ThumbnailSize } from '@holdall/contract/files';
import type { BlobBytes } from '#ports/blob-store.ts';

/** A file to make thumbnails of. */
export interface ThumbnailSource {
  /** Media type by the content, never by the name alone. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** A path of the bytes on this machine, which saves a copy; undefined where there is none. */
  readonly path: string | undefined;
  readonly open: () => Promise<BlobBytes>;
}

/** A WebP without metadata, in sRGB. */
export interface Picture {
  readonly bytes: Uint8Array;
}

export interface Pictures {
  /** Pixels of the original as displayed, after rotation; null for documents, which have none. */
  readonly width: number | null;
  readonly height: number | null;
  /** Never larger than the original; sizes that would look the same are the same object. */
  readonly sizes: Readonly<Record<ThumbnailSize, Picture>>;
}

/** No picture can ever be made of the file: it is damaged, encrypted, too large, or takes too long. */
export class UnpicturableError extends Error {
  override readonly name: string = 'UnpicturableError';
}

/** The image has more pixels than it may. */
export class TooManyPixelsError extends UnpicturableError {
  override readonly name = 'TooManyPixelsError';
}

/** A picture to make of an image: without metadata, in sRGB; of an animation the first frame. */
export interface Shape {
  /**
   * `square`: the middle square, not enlarged. `within`: the whole image, not enlarged. `padded`: the whole
   * image, as large as it fits, on a transparent background. `cover`: the middle, scaled to the size.
   * `maskable`: the whole image on white, with enough margin that a circular mask cuts nothing off.
   */
  readonly fit: 'square' | 'within' | 'padded' | 'cover' | 'maskable';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** JPEG has no transparency: it becomes white. */
  readonly format: 'webp' | 'png' | 'jpeg';
}

/** An uploaded image. Its length is unknown before it has been read. */
export interface SentImage {
  /** Media type by the content. */
  readonly type: string;
  /** The consumer passes errors of the iteration on. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

export interface ShapeRequest {
  readonly shapes: readonly Shape[];
  /** An image with more is not decoded. */
  readonly maxPixels: number;
}

/** The isolation of decoders. */
export interface Confinement {
  /**
   * `sandbox`: they see no other file and no network. `network`: no network. `privileges`: they gain no
   * privileges, and have those of the server. `none`: they are only separate processes.
   */
  readonly level: 'sandbox' | 'network' | 'privileges' | 'none';
  /** True if the system bounds their memory and what they write. */
  readonly hasBounds: boolean;
}

/** Makes small pictures of files, in other processes and within bounds of memory and time. */
export interface Thumbnailer {
  /** Files in progress at the most; 0: thumbnails are off. */
  readonly concurrency: number;
  /** Returns the media types that this machine's programs can decode. */
  types(): Promise<readonly string[]>;
  /**
   * @param signal aborts, and rejects with its reason
   * @throws UnpicturableError where the file is at fault; any other error may be temporary
   */
  make(source: ThumbnailSource, signal: AbortSignal): Promise<Pictures>;
  /**
   * Makes pictures of an image that a person waits for: it does not queue behind thumbnails, and works where
   * those are switched off.
   *
   * @param requestShapes is called when the image has been received
   * @returns one picture for each shape
   * @throws UnpicturableError where the image is at fault, or no picture; errors of reading it
   */
  shape(image: SentImage, requestShapes: () => Promise<ShapeRequest>): Promise<readonly Uint8Array[]>;
  /** Returns how far decoders are confined on this machine; it is tried once. */
  confinement(): Promise<Confinement>;
  /** Ends running work and frees all resources; the next `make` allocates them again. */
  close(): Promise<void>;
}
