import { pictureLimit } from '@holdall/contract/picture-files';
import { avatarSizes, type BrandImage, type PictureSize } from '@holdall/contract/pictures';
import { sniff, sniffLength } from '#lib/media-sniff.ts';
import type { Shape } from '#ports/thumbnailer.ts';
import { imageTooLarge, imageUnreadable } from './images.errors.ts';
import type { ImageShapes, ImageSpan, ImageSpans, SentBytes } from './images.types.ts';

/**
 * Milliseconds for which the bytes of a picture stay that nothing shows any more, as those of files do: somebody may be
 * reading them, and a backup that is being made may need them.
 */
export const graceOfImages = 24 * 60 * 60_000;

const square = (edge: number): Shape => ({ fit: 'square', width: edge, height: edge, format: 'webp' });
const logo: Shape = { fit: 'within', width: 2048, height: 512, format: 'webp' };
/** As programs for mails can show it. */
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

/** Pixels of a PNG, as its first bytes tell. */
export const pngExtent = (png: Buffer): { readonly width: number; readonly height: number } => ({
  width: png.readUInt32BE(16),
  height: png.readUInt32BE(20),
});

/** All sizes as one blob, and where each stands. */
export const packOf = (
  shapes: ImageShapes,
  pictures: readonly Uint8Array[],
): { bytes: Buffer; spans: ImageSpans } => {
  const spans: Partial<Record<PictureSize, ImageSpan>> = {};
  let start = 0;
  for (const [index, [size, { format }]] of (Object.entries(shapes) as [PictureSize, Shape][]).entries()) {
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
    if (taken > pictureLimit) throw imageTooLarge();
    yield piece;
  }
};

/** What an image is by its first bytes, and all of its bytes, up to the limit. @throws picture.unreadable, picture.too_large */
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
