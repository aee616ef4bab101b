import { expect, test } from 'vitest';
import { contrastWithWhite, darkenedForWhite } from './avatar-color.ts';

test('a dark colour stays what it is', () => expect(darkenedForWhite('#8a4b2a')).toBe('#8a4b2a'));

test.each(['#ffffff', '#62c0cb', '#d9a650', '#ffff00', '#777777'])(
  '%s is darkened until white reads',
  (hex) => {
    expect(contrastWithWhite(hex)).toBeLessThan(4.5);
    const dark = darkenedForWhite(hex);
    expect(contrastWithWhite(dark)).toBeGreaterThanOrEqual(4.5);
    expect(contrastWithWhite(dark)).toBeLessThan(5.5);
  },
);

test('an invalid colour becomes the product’s', () => expect(darkenedForWhite('red;}')).toBe('#006671'));
