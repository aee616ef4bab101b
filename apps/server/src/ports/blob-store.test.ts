import { expect, test } from 'vitest';
import { createBlobKey, normaliseKey } from '#ports/blob-store.ts';

test('keys of four minutes share a prefix, and end unguessably', () => {
  const now = 2 ** 40;
  const keys = Array.from({ length: 1_000 }, () => createBlobKey(now));
  for (const key of keys) expect(normaliseKey(key)).toBe(key);
  expect(new Set(keys.map((key) => key.slice(0, 4))).size).toBe(1);
  expect(new Set(keys.map((key) => key.slice(4))).size).toBe(1_000);
  expect(createBlobKey(now + 2 ** 18 - 1).slice(0, 4)).toBe(createBlobKey(now).slice(0, 4));
  expect(createBlobKey(now + 2 ** 18).slice(0, 4)).not.toBe(createBlobKey(now).slice(0, 4));
});

test('folders are used in turn, however long the server runs', () => {
  const begins = Array.from({ length: 0x1_0000 }, (_, turn) => createBlobKey(turn * 2 ** 18).slice(0, 4));
  expect(new Set(begins).size).toBe(0x1_0000);
  expect(createBlobKey(0x1_0000 * 2 ** 18).slice(0, 4)).toBe('0000');
});
