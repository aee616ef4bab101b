import { expect, test } from 'vitest';
import { freeSpaceFloor } from '#lib/disk-space.ts';

const gigabyte = 1_000_000_000;

test.each([
  [4 * 1_000_000 * 1_000_000, 80 * gigabyte],
  [20 * gigabyte, gigabyte],
  [2 * gigabyte, 0.2 * gigabyte],
  [8_000_000, 800_000],
])('of %d bytes %d stay free', (total, floor) => {
  expect(freeSpaceFloor(total)).toBe(floor);
});
