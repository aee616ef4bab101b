import { afterEach, expect, test } from 'vitest';
import { keyAlongLine, readsLeftward } from './reading.ts';

afterEach(() => {
  document.documentElement.dir = '';
});

test.each([
  ['ltr', 'ArrowRight', 'ArrowRight'],
  ['ltr', 'ArrowLeft', 'ArrowLeft'],
  ['rtl', 'ArrowRight', 'ArrowLeft'],
  ['rtl', 'ArrowLeft', 'ArrowRight'],
  ['rtl', 'ArrowDown', 'ArrowDown'],
  ['rtl', 'a', 'a'],
])('on a page that is written %s, %s means %s', (direction, key, meant) => {
  document.documentElement.dir = direction;
  expect(keyAlongLine(key)).toBe(meant);
  expect(readsLeftward()).toBe(direction === 'rtl');
});
