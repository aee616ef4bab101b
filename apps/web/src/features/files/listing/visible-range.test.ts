import { expect, test } from 'vitest';
import { scrollTopFor, visibleRange } from './visible-range.ts';

const rows = { rows: 100_000, rowHeight: 48 };

test('only rows near the visible ones are drawn, always as many', () => {
  expect(visibleRange({ scrollTop: 0, height: 480 }, rows)).toEqual({ first: 0, last: 26 });
  expect(visibleRange({ scrollTop: 48_000, height: 480 }, rows)).toEqual({ first: 992, last: 1018 });
  expect(visibleRange({ scrollTop: 48_047, height: 480 }, rows)).toEqual({ first: 992, last: 1018 });
  expect(visibleRange({ scrollTop: 100_000 * 48 - 480, height: 480 }, rows)).toEqual({
    first: 99_973,
    last: 99_999,
  });
});

test('before anything is measured, only rows that may be visible are drawn', () => {
  expect(visibleRange({ scrollTop: 0, height: 480 }, { ...rows, beyond: 0 })).toEqual({ first: 0, last: 10 });
});

test('an empty list and one that shrank', () => {
  expect(visibleRange({ scrollTop: 0, height: 480 }, { rows: 0, rowHeight: 48 })).toEqual({
    first: 0,
    last: -1,
  });
  expect(visibleRange({ scrollTop: 90_000, height: 480 }, { rows: 5, rowHeight: 48 })).toEqual({
    first: 0,
    last: 4,
  });
});

test('scrolling makes a row fully visible below the header', () => {
  const viewport = { scrollTop: 480, height: 480 };
  const sizes = { rowHeight: 48, header: 34, offset: 34 };
  expect(scrollTopFor(12, viewport, sizes)).toBeUndefined();
  expect(scrollTopFor(9, viewport, sizes)).toBe(432);
  expect(scrollTopFor(99, viewport, sizes)).toBe(34 + 100 * 48 - 480);
  expect(scrollTopFor(0, viewport, sizes)).toBe(0);
});
