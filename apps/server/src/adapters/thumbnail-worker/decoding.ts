import sharp, { type SharpOptions } from 'sharp';
import { maxPixels } from './bounds.ts';

sharp.cache(false);
sharp.concurrency(1);
// Whatever else libvips can read stays shut. SVG is read from memory only: from a file it could name
// other files beside it.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    ...['Jpeg', 'Png', 'Webp', 'Heif', 'Tiff', 'Nsgif'].map((format) => `VipsForeignLoad${format}File`),
    ...['Jpeg', 'Png', 'Svg'].map((format) => `VipsForeignLoad${format}Buffer`),
  ],
});

/** How a file is opened that somebody else has made. */
export const decoding: SharpOptions = {
  limitInputPixels: maxPixels,
  sequentialRead: true,
  failOn: 'error',
  // Of an animation or a document of pages the first.
  pages: 1,
};
