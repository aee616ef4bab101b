import { type ThumbnailSize, thumbnailSizes } from '@holdall/contract/files';
import type { Pictures } from '#ports/thumbnailer.ts';
import type { ThumbnailSpan, ThumbnailSpans } from './thumbnails.types.ts';

/** Files in one batch of the backfill. */
export const backfillBatch = 200;
/** Failures that one transaction clears. */
export const retriedAtOnce = 200;
/** Milliseconds, or number of files, until new files are enqueued together. */
export const gatherMs = 150;
export const gatherAtMost = 200;

/** Returns the owner with the most files: waiting for their last one means waiting for all. */
export const busiestOf = (wanted: readonly { readonly ownerId: string }[]): string | undefined =>
  [...Map.groupBy(wanted, ({ ownerId }) => ownerId)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )[0]?.[0];

const sizeNames = Object.keys(thumbnailSizes) as ThumbnailSize[];

/**
 * Concatenates all sizes into one blob, and returns the span of each, because four small files would cost four
 * times as much.
 */
export const packOf = ({ sizes }: Pictures): { bytes: Buffer; spans: ThumbnailSpans } => {
  const pieces: Uint8Array[] = [];
  const known = new Map<object, ThumbnailSpan>();
  let end = 0;
  const place = (size: ThumbnailSize): ThumbnailSpan => {
    const picture = sizes[size];
    const placed = known.get(picture);
    if (placed !== undefined) return placed;
    const span = { start: end, length: picture.bytes.length };
    pieces.push(picture.bytes);
    known.set(picture, span);
    end += span.length;
    return span;
  };
  const spans = Object.fromEntries(sizeNames.map((size) => [size, place(size)])) as Record<
    ThumbnailSize,
    ThumbnailSpan
  >;
  return { bytes: Buffer.concat(pieces), spans };
};

/** Returns a strong ETag, which changes whenever the thumbnail is made again. */
export const etagOf = (blobId: string, size: ThumbnailSize, madeAt: number): string =>
  `"${blobId}-${size}-${madeAt.toString(36)}"`;

/** Returns `photo.webp` for `photo.jpg`. */
export const thumbnailName = (name: string): string => `${name.replace(/\.[^.]{1,10}$/, '')}.webp`;
