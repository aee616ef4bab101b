import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BrokenBodyError } from './incoming-bytes.ts';
import { createRecordReader, LineError } from './record-reader.ts';

const longest = 20;
const readerOf = (pieces: readonly Uint8Array[]) => {
  const body = Object.assign(Readable.from(pieces.map((piece) => Buffer.from(piece))), {
    socket: new Socket(),
  });
  return createRecordReader(body as unknown as IncomingMessage, longest);
};

/** Cuts bytes into pieces. @param lengths of the pieces, again and again */
const cut = (bytes: Buffer, lengths: readonly number[]): Buffer[] => {
  const pieces: Buffer[] = [];
  for (let at = 0, index = 0; at < bytes.length; index += 1) {
    const length = lengths[index % lengths.length] ?? 1;
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
};

interface SentRecord {
  readonly line: string;
  readonly bytes: Uint8Array;
  /** Bytes that are taken; the rest is skipped. */
  readonly taken: number;
}
const record: fc.Arbitrary<SentRecord> = fc.record({
  line: fc.stringMatching(/^[^\n]{0,20}$/u).filter((line) => Buffer.byteLength(line) <= longest),
  bytes: fc.uint8Array({ maxLength: 40 }),
  taken: fc.constantFrom(0, 1, Number.POSITIVE_INFINITY),
});
const bodyOf = (records: readonly SentRecord[]): Buffer =>
  Buffer.concat(records.flatMap(({ line, bytes }) => [Buffer.from(`${line}\n`), Buffer.from(bytes)]));

it('reads the same records however their bytes arrive', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(record, { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
      async (records, lengths) => {
        const reader = readerOf(cut(bodyOf(records), lengths));
        for (const { line, bytes, taken } of records) {
          expect((await reader.line())?.toString()).toBe(line);
          const parts: Buffer[] = [];
          let left = taken;
          for await (const part of reader.bytes(bytes.length)) {
            parts.push(part);
            left -= 1;
            if (left <= 0) break;
          }
          const read = Buffer.concat(parts);
          expect(read).toEqual(Buffer.from(bytes.subarray(0, read.length)));
          expect(await reader.skip()).toBe(bytes.length - read.length);
        }
        expect(await reader.line()).toBeUndefined();
      },
    ),
  ));

it('tells a body that ends in a line, or in a file, and a line that is too long', async () => {
  const pieces = (text: string): Buffer[] => cut(Buffer.from(text), [1]);
  await expect(readerOf(pieces('{"na')).line()).rejects.toThrow(LineError);
  const reader = readerOf(pieces('{}\nab'));
  await reader.line();
  reader.bytes(3);
  await expect(reader.skip()).rejects.toThrow(BrokenBodyError);
  expect(await readerOf(pieces(`${'x'.repeat(longest)}\n`)).line()).toHaveLength(longest);
  await expect(readerOf(pieces('x'.repeat(longest + 1))).line()).rejects.toThrow(LineError);
});
