import { expect, test } from 'vitest';
import { gatherBytes } from '#lib/gathered-bytes.ts';

test('keeps the order, and merges many small pieces', () => {
  const gathered = gatherBytes();
  const sent = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 251));
  for (const byte of sent) gathered.push(Buffer.from([byte]));
  gathered.push(Buffer.alloc(0));
  expect(gathered.length).toBe(1_000);
  const pieces = gathered.take();
  expect(Buffer.concat(pieces).equals(sent)).toBe(true);
  expect(pieces.length).toBeLessThanOrEqual(3 + 256);
  expect([gathered.length, gathered.take()]).toEqual([0, []]);
});
