import sharp, { type Sharp } from 'sharp';
import type { Shape, ShapeRequest } from '#ports/thumbnailer.ts';
import { decoding } from './decoding.ts';
import type { Made } from './protocol.ts';
import { TooManyPixels, Unpicturable } from './unpicturable.ts';

interface Extent {
  readonly width: number;
  readonly height: number;
}

const nothing = { r: 0, g: 0, b: 0, alpha: 0 };
const white = '#ffffff';
/** Every device shows a circle of a maskable icon, four fifths as wide; a square fits into it. */
const safeShare = 0.8 * Math.SQRT1_2;

const maskable = (image: Sharp, { width, height }: Shape): Sharp => {
  const inner = { width: Math.floor(width * safeShare), height: Math.floor(height * safeShare) };
  const [left, top] = [Math.floor((width - inner.width) / 2), Math.floor((height - inner.height) / 2)];
  const [right, bottom] = [width - inner.width - left, height - inner.height - top];
  return image
    .flatten({ background: white })
    .resize({ ...inner, fit: 'contain', background: white })
    .extend({ left, top, right, bottom, background: white });
};

const shaped = (image: Sharp, shape: Shape, extent: Extent): Sharp => {
  const { fit, width, height } = shape;
  if (fit === 'within') return image.resize({ width, height, fit: 'inside', withoutEnlargement: true });
  if (fit === 'padded') return image.resize({ width, height, fit: 'contain', background: nothing });
  if (fit === 'maskable') return maskable(image, shape);
  if (fit === 'cover') return image.resize({ width, height, fit: 'cover' });
  const edge = Math.min(width, extent.width, extent.height);
  return image.resize({ width: edge, height: edge, fit: 'cover' });
};

const encoded = (image: Sharp, { format }: Shape): Promise<Buffer> => {
  if (format === 'png') return image.png({ compressionLevel: 9 }).toBuffer();
  if (format === 'jpeg') return image.flatten({ background: white }).jpeg({ quality: 84 }).toBuffer();
  return image.webp({ quality: 84, effort: 4 }).toBuffer();
};

/** Makes a picture for each shape. sharp copies no metadata unless asked to. */
export const ofImage = async (path: string, { shapes, maxPixels }: ShapeRequest): Promise<Made> => {
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
