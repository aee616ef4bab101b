import { expect, test } from 'vitest';
import { buildFingerprintSet, readFingerprintSet } from '#lib/fingerprint-set.ts';

const texts = Array.from({ length: 20_000 }, (_, index) => `text number ${index}`);

test('members of the set are found, others are not', () => {
  const set = readFingerprintSet(buildFingerprintSet([...texts, ...texts]));
  expect(set.size).toBe(texts.length);
  expect(texts.filter((text) => !set.has(text))).toEqual([]);
  expect(texts.filter((text) => set.has(`another ${text}`))).toEqual([]);
});

test('an empty set holds nothing', () => {
  expect(readFingerprintSet(buildFingerprintSet([])).has('')).toBe(false);
});

test('a file that is truncated or longer is refused', () => {
  const bytes = buildFingerprintSet(texts);
  expect(() => readFingerprintSet(bytes.subarray(0, -1))).toThrow('no set');
  expect(() => readFingerprintSet(Buffer.concat([bytes, bytes]))).toThrow('no set');
  expect(() => readFingerprintSet(Buffer.alloc(10))).toThrow('no set');
});
