import { type ThumbnailSize, thumbnailSizes } from '@holdall/contract/files';
import sharp, { type Sharp } from 'sharp';
import type { Made } from './protocol.ts';
import { Unpicturable } from './unpicturable.ts';

interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
}

/** Sizes from the largest on: each is made from the one before, so that the original is decoded once. */
const order = ['lg', 'md', 'sm', 'xs'] as const satisfies readonly ThumbnailSize[];

const within = (image: Sharp, longest: number): Sharp =>
  image.resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true });

const pixelsOf = async (image: Sharp): Promise<Pixels> => {
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
};

const fromPixels = ({ data, width, height, channels }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels } });

// Small ones are seen sharp and cost little; the large one is encoded in a fraction of the time.
const encode = (pixels: Pixels, size: ThumbnailSize): Promise<Buffer> =>
  fromPixels(pixels)
    .webp(size === 'lg' ? { quality: 78, effort: 2 } : { quality: 76, effort: 4 })
    .toBuffer();

/**
 * Makes every size of an image. Only pixels are passed on: no metadata, no colour profile, no location.
 *
 * @param image upright and not resized yet
 * @param shown pixels of the original as displayed; undefined for documents
 */
export const pictureSet = async (
  image: Sharp,
  shown: { readonly width: number; readonly height: number } | undefined,
): Promise<Made> => {
  const images: Buffer[] = [];
  const sizes: Record<ThumbnailSize, number> = { xs: 0, sm: 0, md: 0, lg: 0 };
  let pixels: Pixels | undefined;
  for (const size of order) {
    const longest = thumbnailSizes[size];
    const isNew = pixels === undefined || Math.max(pixels.width, pixels.height) > longest;
    if (isNew) {
      // Each size depends on the previous one.
      const source = pixels === undefined ? image.toColourspace('srgb') : fromPixels(pixels);
      pixels = await pixelsOf(within(source, longest));
    }
    if (pixels === undefined) throw new Unpicturable('There are no pixels.');
    if (isNew) images.push(await encode(pixels, size));
    sizes[size] = images.length - 1;
  }
  return { width: shown?.width ?? null, height: shown?.height ?? null, images, sizes };
};
