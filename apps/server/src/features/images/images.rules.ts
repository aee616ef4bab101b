import { imageByteLimit } from '@holdall/contract/limits';
import { avatarSizes, type BrandImage, type ImageSize } from '@holdall/contract/images';
import { sniff, sniffLength } from '#lib/media/media-sniff.ts';
import type { Shape } from '#ports/thumbnailer.ts';
import { imageTooLarge, imageUnreadable } from './images.errors.ts';
import type { ImageShapes, ImageSpan, ImageSpans, SentBytes } from './images.types.ts';

/**
 * Milliseconds for which the bytes of an unused image are kept, as those of files are, for readers and running
 * backups.
 */
export const graceOfImages = 24 * 60 * 60_000;

const square = (edge: number): Shape => ({ fit: 'square', width: edge, height: edge, format: 'webp' });
const logo: Shape = { fit: 'within', width: 2048, height: 512, format: 'webp' };
/** In a format that mail programs show. */
const mailed: Shape = { fit: 'within', width: 480, height: 96, format: 'png' };
const icon = (edge: number, fit: Shape['fit'] = 'padded'): Shape => ({
  fit,
  width: edge,
  height: edge,
  format: 'png',
});

export const avatarShapes = {
  xs: square(avatarSizes.xs),
  sm: square(avatarSizes.sm),
  md: square(avatarSizes.md),
} as const satisfies ImageShapes;

export const brandShapes: Readonly<Record<BrandImage, ImageShapes>> = {
  logo: { full: logo, md: mailed },
  logo_horizontal: { full: logo, md: mailed },
  favicon: { full: icon(64), md: icon(192), lg: icon(512), home: icon(512, 'maskable') },
  share_image: { full: { fit: 'cover', width: 1200, height: 630, format: 'jpeg' } },
};

/** Returns the size of a PNG in pixels, from its first bytes. */
export const pngExtent = (png: Buffer): { readonly width: number; readonly height: number } => ({
  width: png.readUInt32BE(16),
  height: png.readUInt32BE(20),
});

/** Concatenates all sizes into one blob, and returns the span of each. */
export const packOf = (
  shapes: ImageShapes,
  pictures: readonly Uint8Array[],
): { bytes: Buffer; spans: ImageSpans } => {
  const spans: Partial<Record<ImageSize, ImageSpan>> = {};
  let start = 0;
  for (const [index, [size, { format }]] of (Object.entries(shapes) as [ImageSize, Shape][]).entries()) {
    const { length } = pictures[index] ?? new Uint8Array();
    spans[size] = { start, length, type: `image/${format}` };
    start += length;
  }
  return { bytes: Buffer.concat(pictures), spans };
};

const within = async function* (bytes: SentBytes): AsyncGenerator<Uint8Array> {
  let taken = 0;
  for await (const piece of bytes) {
    taken += piece.length;
    if (taken > imageByteLimit) throw imageTooLarge();
    yield piece;
  }
};

/**
 * Detects the type of an image by its first bytes, and passes all of its bytes on, up to the limit.
 *
 * @throws image.unreadable, image.too_large
 */
export const recognised = async (sent: SentBytes): Promise<{ type: string; bytes: SentBytes }> => {
  const bytes = within(sent);
  const head: Uint8Array[] = [];
  let length = 0;
  while (length < sniffLength) {
    const next = await bytes.next();
    if (next.done === true) break;
    head.push(Buffer.from(next.value));
    length += next.value.length;
  }
  const begin = Buffer.concat(head);
  const type = sniff(begin.subarray(0, sniffLength))?.type;
  if (type === undefined || !/^image\/(png|jpeg|webp|avif|gif|tiff)$/.test(type)) throw imageUnreadable();
  const whole = async function* (): AsyncGenerator<Uint8Array> {
    yield begin;
    yield* bytes;
  };
  return { type, bytes: whole() };
};
