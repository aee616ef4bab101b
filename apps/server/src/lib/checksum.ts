import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

export interface Sums {
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Unsigned 32 bits. */
  readonly crc32: number;
}

/** SHA-256 and CRC-32 of a stream of bytes. Each promise is awaited before the next call. */
export interface Checksum {
  /** Takes bytes, which must not be changed before `taken` has been waited for. A promise asks to wait before giving more. */
  update(bytes: Uint8Array): Promise<void> | undefined;
  /** Waits until the bytes passed so far are not read any more; earlier copies may still need them. */
  taken(): Promise<void> | undefined;
  /** Returns an independent copy of the state. */
  copy(): Checksum;
  /** Returns the sums of all bytes so far; more may follow. */
  sums(): Promise<Sums>;
  /** True where its state is lost: it can only be restarted. */
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

/** Creates a checksum that is computed by its caller: for few bytes. */
export const createChecksum: CreateChecksum = () => from(createHash('sha256'), 0);
