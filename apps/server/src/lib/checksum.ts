import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

export interface Sums {
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Unsigned 32 bits. */
  readonly crc32: number;
}

/** SHA-256 and CRC-32 of bytes as they pass by. A promise is waited for before anything else is asked of it. */
export interface Checksum {
  /** Takes bytes, which must not be changed before `taken` has been waited for. A promise asks to wait before giving more. */
  update(bytes: Uint8Array): Promise<void> | undefined;
  /** Waits until it needs none of the bytes any more that it was given; copies that were made before may still need them. */
  taken(): Promise<void> | undefined;
  /** A checksum that goes on from here on its own. */
  copy(): Checksum;
  /** Of all bytes so far; it can still be updated afterwards. */
  sums(): Promise<Sums>;
  /** Whether it has lost what it was given: it can only be begun anew. */
  readonly isLost: boolean;
}

/**
 * A checksum of nothing yet.
 *
 * @param expected bytes that will come at the least, as far as that is known
 */
export type CreateChecksum = (expected: number) => Checksum;

const from = (hash: Hash, crc: number): Checksum => {
  let sum = crc;
  return {
    isLost: false,
    update: (bytes) => {
      hash.update(bytes);
      sum = crc32(bytes, sum);
      return undefined;
    },
    taken: () => undefined,
    copy: () => from(hash.copy(), sum),
    sums: async () => ({ sha256: hash.copy().digest('hex'), crc32: sum }),
  };
};

/** One that counts where it is called: for few bytes. */
export const createChecksum: CreateChecksum = () => from(createHash('sha256'), 0);
