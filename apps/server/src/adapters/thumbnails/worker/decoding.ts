import sharp, { type SharpOptions } from 'sharp';
import { maxPixels } from './bounds.ts';

sharp.cache(false);
sharp.concurrency(1);
// All other loaders of libvips stay blocked. SVG is read from memory only: from a file it could reference
// neighbouring files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    ...['Jpeg', 'Png', 'Webp', 'Heif', 'Tiff', 'Nsgif'].map((format) => `VipsForeignLoad${format}File`),
    ...['Jpeg', 'Png', 'Svg'].map((format) => `VipsForeignLoad${format}Buffer`),
  ],
});

/** Options for opening an untrusted file. */
export const decoding: SharpOptions = {
  limitInputPixels: maxPixels,
  sequentialRead: true,
  failOn: 'error',
  // The first frame or page.
  pages: 1,
};
