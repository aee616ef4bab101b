import sharp, { type Sharp } from 'sharp';
import type { Shape, ShapeWish } from '#ports/thumbnailer.ts';
import { decoding } from './decoding.ts';
import type { Made } from './protocol.ts';
import { TooManyPixels, Unpicturable } from './unpicturable.ts';

interface Extent {
  readonly width: number;
  readonly height: number;
}

const nothing = { r: 0, g: 0, b: 0, alpha: 0 };

const shaped = (image: Sharp, { fit, width, height }: Shape, extent: Extent): Sharp => {
  if (fit === 'within') return image.resize({ width, height, fit: 'inside', withoutEnlargement: true });
  if (fit === 'padded') return image.resize({ width, height, fit: 'contain', background: nothing });
  if (fit === 'cover') return image.resize({ width, height, fit: 'cover' });
  const edge = Math.min(width, extent.width, extent.height);
  return image.resize({ width: edge, height: edge, fit: 'cover' });
};

const encoded = (image: Sharp, { format }: Shape): Promise<Buffer> => {
  if (format === 'png') return image.png({ compressionLevel: 9 }).toBuffer();
  if (format === 'jpeg') return image.flatten({ background: '#ffffff' }).jpeg({ quality: 84 }).toBuffer();
  return image.webp({ quality: 84, effort: 4 }).toBuffer();
};

/** A picture for each shape. Without being asked to, sharp hands no metadata on. */
export const ofImage = async (path: string, { shapes, maxPixels }: ShapeWish): Promise<Made> => {
  const { autoOrient: extent } = await sharp(path, decoding).metadata();
  if (!(extent.width > 0 && extent.height > 0)) throw new Unpicturable('The image has no extent.');
  if (extent.width * extent.height > maxPixels) throw new TooManyPixels('The image has too many pixels.');
  const images: Buffer[] = [];
  for (const shape of shapes) {
    const image = sharp(path, decoding).autoOrient().toColourspace('srgb');
    images.push(await encoded(shaped(image, shape, extent), shape));
  }
  return { ...extent, images, sizes: { xs: 0, sm: 0, md: 0, lg: 0 } };
};
