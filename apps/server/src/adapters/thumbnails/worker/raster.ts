import { readFile, stat } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { maxPixels, maxSvgBytes } from './bounds.ts';
import { pictureSet } from './picture-set.ts';
import type { Made } from './protocol.ts';
import { decoding as options } from './decoding.ts';
import { Unpicturable } from './unpicturable.ts';

/** @param turns applies the file's EXIF orientation */
const make = async (image: Sharp, turns: boolean): Promise<Made> => {
  const { width, height, autoOrient } = await image.metadata();
  const shown = turns ? autoOrient : { width, height };
  if (!(shown.width > 0 && shown.height > 0)) throw new Unpicturable('The image has no extent.');
  if (shown.width * shown.height > maxPixels) throw new Unpicturable('The image has too many pixels.');
  return pictureSet(turns ? image.autoOrient() : image, shown);
};

/** JPEG, PNG, WebP, AVIF, GIF, TIFF. */
export const ofRaster = (path: string): Promise<Made> => make(sharp(path, options), true);

/** An image that another program has made: upright already. */
export const ofUpright = (input: string | Buffer): Promise<Made> => make(sharp(input, options), false);

/** Renders a drawing: nothing in it runs or is fetched, and it is no larger than its declared size. */
export const ofSvg = async (path: string): Promise<Made> => {
  if ((await stat(path)).size > maxSvgBytes) throw new Unpicturable('The drawing is too large.');
  return make(sharp(await readFile(path), options), false);
};
