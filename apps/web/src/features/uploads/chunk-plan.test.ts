import { describe, expect, test } from 'vitest';
import { nextPart, uploadNameFor, type FillRandom } from './chunk-plan.ts';

const random: FillRandom = (bytes) => crypto.getRandomValues(bytes);

describe('names', () => {
  test('16 letters or digits, a hyphen, and the name with its whitespace replaced', () => {
    expect(uploadNameFor('My holiday\tphoto.jpg', random)).toMatch(/^[A-Za-z0-9]{16}-My-holiday-photo\.jpg$/);
  });

  test.each([
    ['  leading.txt', '-leading.txt'],
    ['100 % #1?.txt', '100-%-#1?.txt'],
    ['🎉 party.png', '🎉-party.png'],
    ['a/b\\c\u0007.txt', 'a-b-c-.txt'],
    ['cafe\u0301.txt', 'caf\u00e9.txt'],
    ['no\u00a0break.txt', 'no-break.txt'],
    ['half \ud83d.txt', 'half-\ufffd.txt'],
  ])('%j ends its name as %j', (name, end) => {
    expect(uploadNameFor(name, random).slice(17)).toBe(end);
  });

  test('bytes that would bias the letters are not used', () => {
    const fill: FillRandom = (bytes) =>
      bytes.forEach((_, index) => (bytes[index] = index < 8 ? 248 + index : index));
    expect(uploadNameFor('', fill)).toBe('IJKLMNOPQRSTUVWX-');
  });

  test('two uploads of a file have different names', () => {
    expect(uploadNameFor('a', random)).not.toBe(uploadNameFor('a', random));
  });
});

describe('parts', () => {
  test.each([
    ['an empty file', [0, 10, 0], { kind: 'whole', start: 0, end: 0, isLast: true }],
    ['exactly one chunk', [10, 10, 0], { kind: 'whole', start: 0, end: 10, isLast: true }],
    ['one byte more', [11, 10, 0], { kind: 'chunk', start: 0, end: 10, isLast: false }],
    ['its last byte', [11, 10, 10], { kind: 'chunk', start: 10, end: 11, isLast: true }],
    ['from within a chunk', [25, 10, 3], { kind: 'chunk', start: 3, end: 13, isLast: false }],
    ['all is there', [25, 10, 25], { kind: 'chunk', start: 25, end: 25, isLast: true }],
    ['more than all is there', [5, 10, 9], { kind: 'whole', start: 5, end: 5, isLast: true }],
  ] as const)('%s', (_name, [size, chunkSize, offset], part) => {
    expect(nextPart(size, chunkSize, offset)).toEqual(part);
  });
});
