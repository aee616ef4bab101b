/** Files to send, and whether what comes back is the same: all are cut out of one ring of random bytes. */
import { randomFillSync } from 'node:crypto';

const mebi = 1024 * 1024;
/** Bytes after which every file repeats itself. */
export const ringSize = 8 * mebi;
const pieceSize = mebi;

const ring = randomFillSync(Buffer.allocUnsafe(ringSize));

export interface Payload {
  readonly size: number;
  /** Offset in the ring at which it begins, so that files differ. */
  readonly start: number;
}

/** @param number files of different numbers have different bytes */
export const payloadOf = (size: number, number = 0): Payload => ({
  size,
  start: (number * 10_007) % ringSize,
});

/** Its bytes, in pieces of a mebibyte. */
export function* piecesOf({ size, start }: Payload): Generator<Buffer, void> {
  for (let done = 0; done < size;) {
    const at = (start + done) % ringSize;
    const length = Math.min(pieceSize, size - done, ringSize - at);
    yield ring.subarray(at, at + length);
    done += length;
  }
}

/** The first part of a file. */
export const partOf = ({ start }: Payload, { from, length }: { from: number; length: number }): Payload => ({
  size: length,
  start: (start + from) % ringSize,
});

export interface Check {
  /** Compares the next bytes. @throws where they differ from those of the file */
  readonly take: (piece: Buffer) => void;
  /** @throws where bytes are missing */
  readonly end: () => void;
}

/** Compares every byte that comes with a file's. */
export const checkOf = ({ size, start }: Payload): Check => {
  let done = 0;
  return {
    take: (piece) => {
      for (let at = 0; at < piece.length;) {
        const begin = (start + done) % ringSize;
        const length = Math.min(piece.length - at, ringSize - begin);
        if (ring.compare(piece, at, at + length, begin, begin + length) !== 0)
          throw new Error(`other bytes came after ${done} of ${size}`);
        done += length;
        at += length;
      }
    },
    end: () => {
      if (done !== size) throw new Error(`${done} bytes came instead of ${size}`);
    },
  };
};
