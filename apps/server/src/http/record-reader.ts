import type { IncomingMessage } from 'node:http';
import { BrokenBodyError, bodyOf, type IncomingBytes } from '#http/incoming-bytes.ts';

/** A line was longer than it may be, or the body ended in it. */
export class LineError extends Error {
  override readonly name = 'LineError';
}

/** Reads a body that consists of lines and of bytes whose number is known. */
export interface RecordReader {
  /**
   * Reads up to the next line feed. @returns undefined at the end of the body
   *
   * @throws LineError; BrokenBodyError when the connection is gone
   */
  line(): Promise<Buffer | undefined>;
  /** The next bytes, which are iterated once. Iterating throws BrokenBodyError when there are fewer. */
  bytes(length: number): IncomingBytes;
  /** Reads what nobody took of the bytes. @returns their number @throws BrokenBodyError when there are fewer */
  skip(): Promise<number>;
  /** Stops reading. The connection stays open. */
  close(): Promise<void>;
}

const lineFeed = 0x0a;

/** Reads the body of a request piece by piece. @param longest bytes of a line */
export const createRecordReader = (request: IncomingMessage, longest: number): RecordReader => {
  const body = bodyOf(request);
  const pieces = body[Symbol.asyncIterator]();
  let piece: Buffer = Buffer.alloc(0);
  /** Bytes of the current record that were not taken yet. */
  let left = 0;

  /** Makes `piece` hold bytes. @returns false at the end of the body */
  const fill = async (): Promise<boolean> => {
    while (piece.length === 0) {
      const next = await pieces.next();
      if (next.done === true) return false;
      piece = next.value;
    }
    return true;
  };
  const take = (length: number): Buffer => {
    const taken = piece.subarray(0, length);
    piece = piece.subarray(taken.length);
    return taken;
  };
  /** Takes bytes of the current record. @returns undefined when there are no more */
  const takeOfRecord = async (): Promise<Buffer | undefined> => {
    if (left === 0) return undefined;
    if (!(await fill())) throw new BrokenBodyError('The body ends before the file is whole.');
    const taken = take(left);
    left -= taken.length;
    return taken;
  };

  return {
    line: async () => {
      // Records that have come already are not stored for a sender who is gone, nor by a server that shuts down.
      if (request.socket.destroyed) throw new BrokenBodyError('The connection broke.');
      const parts: Buffer[] = [];
      let length = 0;
      for (;;) {
        if (!(await fill())) {
          if (length === 0) return undefined;
          throw new LineError('The body ends in a line.');
        }
        const end = piece.indexOf(lineFeed);
        const part = take(end === -1 ? piece.length : end);
        length += part.length;
        if (length > longest) throw new LineError('The line is too long.');
        parts.push(part);
        if (end === -1) continue;
        take(1);
        return Buffer.concat(parts);
      }
    },
    bytes: (length) => {
      left = length;
      return {
        abort: body.abort,
        async *[Symbol.asyncIterator]() {
          for (let taken = await takeOfRecord(); taken !== undefined; taken = await takeOfRecord())
            yield taken;
        },
      };
    },
    skip: async () => {
      const skipped = left;
      while ((await takeOfRecord()) !== undefined);
      return skipped;
    },
    close: async () => {
      await pieces.return?.();
    },
  };
};
