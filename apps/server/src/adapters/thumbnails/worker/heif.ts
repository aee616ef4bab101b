import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Made, Request } from './protocol.ts';
import { ofUpright } from './raster.ts';
import { runProgram } from './run-program.ts';
import { Unpicturable } from './unpicturable.ts';

/**
 * Decodes HEIC with libheif's own program: sharp's build decodes only AV1, because of patents. libheif applies
 * the container's rotation; HEIF ignores the EXIF orientation.
 */
export const ofHeif = async ({ path, folder, programs }: Request): Promise<Made> => {
  if (programs.heifConvert === undefined) throw new Unpicturable('There is no HEIF decoder.');
  await runProgram({
    program: programs.heifConvert,
    args: ['-q', '92', path, join(folder, 'image.jpg')],
    prlimit: programs.prlimit,
  });
  // A file of several images becomes image-1.jpg, image-2.jpg …
  const [first] = (await readdir(folder)).filter((name) => name.endsWith('.jpg')).sort();
  if (first === undefined) throw new Unpicturable('The file holds no image.');
  return ofUpright(join(folder, first));
};
