import { expect, test } from 'vitest';
import { checkOf, partOf, payloadOf, piecesOf, ringSize } from './payload.ts';

const bytesOf = (payload: Parameters<typeof piecesOf>[0]): Buffer => Buffer.concat([...piecesOf(payload)]);

const holds = (payload: Parameters<typeof piecesOf>[0], bytes: Buffer): void => {
  const check = checkOf(payload);
  for (let at = 0; at < bytes.length; at += 65_537) check.take(bytes.subarray(at, at + 65_537));
  check.end();
};

test.each([0, 1, 10_240, ringSize - 1, ringSize, 2 * ringSize + 3])(
  'a file of %i bytes is recognised',
  (size) => {
    const payload = payloadOf(size, 900);
    const bytes = bytesOf(payload);
    expect(bytes.length).toBe(size);
    expect(() => holds(payload, bytes)).not.toThrow();
  },
);

test('files of different numbers differ, and one missing byte is noticed', () => {
  const bytes = bytesOf(payloadOf(1_000, 1));
  expect(() => holds(payloadOf(1_000, 2), bytes)).toThrow(/other bytes came/);
  expect(() => holds(payloadOf(1_000, 1), bytes.subarray(1))).toThrow(/other bytes came/);
  expect(() => holds(payloadOf(1_000, 1), bytes.subarray(0, 999))).toThrow(/999 bytes came instead of 1000/);
  bytes[500] = (bytes[500] ?? 0) ^ 1;
  expect(() => holds(payloadOf(1_000, 1), bytes)).toThrow(/other bytes came/);
});

test('a part matches the file, also beyond the end of the ring', () => {
  const payload = payloadOf(3 * ringSize, 5);
  const [from, length] = [ringSize - 100, 1_000];
  expect(bytesOf(partOf(payload, { from, length }))).toEqual(bytesOf(payload).subarray(from, from + length));
});
