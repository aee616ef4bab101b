import { imagePixelLimit } from '@holdall/contract/limits';
import type { BrandImage } from '@holdall/contract/images';
import type { Thumbnailer } from '#ports/thumbnailer.ts';
import { imageFault } from './images.errors.ts';
import { avatarShapes, brandShapes, recognised } from './images.rules.ts';
import type { SentBytes } from './images.types.ts';

/**
 * Reads an image that is stored later, and decodes it now to check that it is usable.
 *
 * @returns the image's bytes
 * @throws image.unreadable, image.too_large, image.too_many_pixels; what `nameOf` and the bytes throw
 */
export const createImageCheck =
  (thumbnailer: Thumbnailer) =>
  async (nameOf: () => Promise<BrandImage | 'avatar'>, sent: SentBytes): Promise<Buffer> => {
    const image = await recognised(sent);
    const pieces: Buffer[] = [];
    const kept = async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of image.bytes) {
        pieces.push(Buffer.from(piece));
        yield piece;
      }
    };
    try {
      await thumbnailer.shape({ type: image.type, bytes: kept() }, async () => {
        const name = await nameOf();
        const shapes = name === 'avatar' ? avatarShapes : brandShapes[name];
        return { shapes: Object.values(shapes), maxPixels: imagePixelLimit };
      });
    } catch (error) {
      throw imageFault(error);
    }
    return Buffer.concat(pieces);
  };
