import { type ThumbnailSize, thumbnailSizes } from '@holdall/contract/files';
import type { Pictures } from '#ports/thumbnailer.ts';
import type { PictureSpan, PictureSpans } from './thumbnails.types.ts';

/** Files that one look for unseen ones takes up. */
export const backfillBatch = 200;
/** Pictures that could not be made which one transaction forgets. */
export const retriedAtOnce = 200;
/** New files are gathered for so long, or up to so many, before they are put into the queue together. */
export const gatherMs = 150;
export const gatherAtMost = 200;

/** Who wants the most of them: whoever waits behind their last one has waited for all. */
export const busiestOf = (wanted: readonly { readonly ownerId: string }[]): string | undefined =>
  [...Map.groupBy(wanted, ({ ownerId }) => ownerId)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )[0]?.[0];

const sizeNames = Object.keys(thumbnailSizes) as ThumbnailSize[];

/** All pictures as one blob, and where each stands: four small files would cost four times as much. */
export const packOf = ({ sizes }: Pictures): { bytes: Buffer; spans: PictureSpans } => {
  const pieces: Uint8Array[] = [];
  const known = new Map<object, PictureSpan>();
  let end = 0;
  const place = (size: ThumbnailSize): PictureSpan => {
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
    PictureSpan
  >;
  return { bytes: Buffer.concat(pieces), spans };
};

/** Strong: it changes whenever the picture is made anew. */
export const etagOf = (blobId: string, size: ThumbnailSize, madeAt: number): string =>
  `"${blobId}-${size}-${madeAt.toString(36)}"`;

/** `photo.webp` of `photo.jpg`. */
export const pictureName = (name: string): string => `${name.replace(/\.[^.]{1,10}$/, '')}.webp`;
