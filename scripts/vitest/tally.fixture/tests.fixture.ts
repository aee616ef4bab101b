import { expect, test } from 'vitest';

let tries = 0;
test('passes', () => expect(1).toBe(1));
test('differs', () => expect({ one: 1 }).toEqual({ one: 2 }));
test('throws what has no message', () => {
  throw { status: 500 } as unknown as Error;
});
test('passes when it is tried again', { retry: 1 }, () => {
  tries += 1;
  expect(tries).toBe(2);
});
