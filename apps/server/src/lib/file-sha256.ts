import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

const pieceSize = 1_048_576;

/** The SHA-256 of a file, in lower-case hexadecimal. */
export const sha256OfFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: pieceSize }), hash);
  return hash.digest('hex');
};
