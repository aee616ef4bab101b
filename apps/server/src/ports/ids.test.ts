import { id } from '@holdall/contract/ids';
import { expect, test } from 'vitest';
import { createId } from '#ports/ids.ts';

test('ids of one moment, and of a clock that was set back, stay in their order', () => {
  const now = Date.now();
  const ids = Array.from({ length: 10_000 }, (_, index) => createId(index < 9_000 ? now : now - 60_000));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  for (const one of ids.slice(0, 50)) expect(id.safeParse(one).success).toBe(true);
});
