import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** SHA-256 and CRC-32 of bytes as they pass by. */
export interface Checksum {
  update(bytes: Uint8Array): void;
  /** A checksum that goes on from here on its own. */
  copy(): Checksum;
  /** Lower-case hexadecimal. The checksum can still be updated afterwards. */
  sha256(): string;
  /** Unsigned 32 bits. */
  crc32(): number;
}

const from = (hash: Hash, crc: number): Checksum => {
  let sum = crc;
  return {
    update: (bytes) => {
      hash.update(bytes);
      sum = crc32(bytes, sum);
    },
    copy: () => from(hash.copy(), sum),
    sha256: () => hash.copy().digest('hex'),
    crc32: () => sum,
  };
};

/** The checksum of nothing yet. */
export const createChecksum = (): Checksum => from(createHash('sha256'), 0);
