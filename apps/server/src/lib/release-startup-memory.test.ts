import { getHeapSpaceStatistics } from 'node:v8';
import { expect, test } from 'vitest';
import { releaseStartupMemory } from './release-startup-memory.ts';

/** Bytes that V8 has taken for objects that are new. */
const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? Number.NaN;

test('memory of the start is freed, and the collector is exposed to no other code', () => {
  const kept: string[][] = [];
  for (let round = 0; round < 200; round += 1)
    kept.push(Array.from({ length: 1_000 }, (_, index) => `${round} ${index}`));
  const grown = youngBytes();
  releaseStartupMemory();
  expect(kept).toHaveLength(200);
  expect(youngBytes()).toBeLessThan(grown / 2);
  expect(globalThis).not.toHaveProperty('gc');
});
