import type { ThumbnailSize } from '@holdall/contract/files';
import type { ShapeRequest } from '#ports/thumbnailer.ts';

/** The decoding method of a file. */
export type Method = 'raster' | 'svg' | 'heif' | 'video' | 'pdf';

/** Paths of the programs that some methods need. */
export interface Programs {
  readonly ffmpeg?: string | undefined;
  readonly ffprobe?: string | undefined;
  readonly heifConvert?: string | undefined;
  /** Bounds the programs' resources, where the system has it. */
  readonly prlimit?: string | undefined;
}

/** A request to a worker process, for one file. */
export interface Request {
  readonly id: number;
  readonly method: Method;
  /** The pictures to make of a raster image, instead of the sizes of thumbnails. */
  readonly shapeRequest?: ShapeRequest;
  /** The file; it is only read. */
  readonly path: string;
  /** An empty folder to write into. */
  readonly folder: string;
  readonly programs: Programs;
}

export interface Made {
  readonly width: number | null;
  readonly height: number | null;
  /** WebP images; sizes that would look the same share one. A shape request has one for each shape. */
  readonly images: readonly Uint8Array[];
  /** Index into `images`. */
  readonly sizes: Readonly<Record<ThumbnailSize, number>>;
}

export type Answer =
  | { readonly id: number; readonly made: Made }
  /** The file cannot be made a picture of. */
  | { readonly id: number; readonly unpicturable: string; readonly hasTooManyPixels: boolean };
