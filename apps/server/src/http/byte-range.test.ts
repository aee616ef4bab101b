import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentRange, parseRange } from '#http/byte-range.ts';

describe('parseRange of 1,000 bytes', () => {
  it.each([
    ['bytes=0-0', [[0, 0]]],
    ['bytes=0-', [[0, 999]]],
    ['Bytes=10-19', [[10, 19]]],
    ['bytes=-1', [[999, 999]]],
    ['bytes=-5000', [[0, 999]]],
    ['bytes=990-5000', [[990, 999]]],
    [
      'bytes= 0-1 , , 5-6',
      [
        [0, 1],
        [5, 6],
      ],
    ],
    [
      'bytes=5-6,0-1',
      [
        [5, 6],
        [0, 1],
      ],
    ],
    ['bytes=2000-,0-1', [[0, 1]]],
    ['bytes=0-99999999999999999999', undefined],
  ])('%s', (header, spans) =>
    expect(parseRange(header, 1_000)).toEqual(spans?.map(([start, end]) => ({ start, end }))),
  );

  it.each(['bytes=1000-', 'bytes=-0', 'bytes=5000-6000', 'bytes=1000-1000,2000-'])(
    '%s is not satisfiable',
    (header) => expect(parseRange(header, 1_000)).toEqual([]),
  );

  it.each([
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=,',
    'bytes=-',
    'bytes=5-4',
    'bytes=a-b',
    'bytes=1-2-3',
    'bytes=+1-2',
    'bytes=0x1-2',
    'items=0-1',
    'bytes=0-5,3-9',
    'bytes=0-0,0-0',
    `bytes=${Array.from({ length: 100 }, (_, index) => `${index * 2}-${index * 2}`).join(',')}`,
    `bytes=${Array.from({ length: 100 }, () => '0-').join(',')}`,
    'bytes=0-,-1',
  ])('%j is ignored', (header) => expect(parseRange(header, 1_000)).toBeUndefined());

  it('never returns more bytes than there are, nor the same byte twice', () => {
    const part = fc.oneof(
      fc.tuple(fc.nat(3_000), fc.nat(3_000)).map(([a, b]) => `${a}-${b}`),
      fc.nat(3_000).map((a) => `${a}-`),
      fc.nat(3_000).map((a) => `-${a}`),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), fc.nat(2_000), (parts, size) => {
        const spans = parseRange(`bytes=${parts.join(',')}`, size) ?? [];
        let total = 0;
        for (const { start, end } of spans) {
          expect(start).toBeLessThanOrEqual(end);
          expect(end).toBeLessThan(size);
          total += end - start + 1;
        }
        expect(total).toBeLessThanOrEqual(size);
      }),
    );
  });

  it('satisfies nothing of an empty file', () => expect(parseRange('bytes=0-', 0)).toEqual([]));
  it('names the span and the whole', () =>
    expect(contentRange({ start: 5, end: 9 }, 10)).toBe('bytes 5-9/10'));
});
