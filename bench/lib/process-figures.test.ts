import { expect, test } from 'vitest';
import { parseStat, parseStatus, readProcessTree, treeOf } from './process-figures.ts';

test('a process’s times include those of its ended children', () => {
  const line = '42 (a (b) c) S 7 42 42 0 -1 4194304 100 0 0 0 150 50 20 30 20 0 11 0 12345';
  expect(parseStat(line)).toEqual({ parent: 7, cpuSeconds: 2.5 });
});

test('memory is reported in bytes', () => {
  expect(parseStatus('Name:\tnode\nVmHWM:\t    2048 kB\nVmRSS:\t    1024 kB\n')).toEqual({
    resident: 1024 * 1024,
    peak: 2048 * 1024,
  });
});

test('children’s children belong to a tree, others do not', () => {
  const stats = new Map([1, 1, 2, 3, 3].map((parent, index) => [index + 2, { parent }] as const));
  expect(treeOf(3, stats)).toEqual([3, 5, 6]);
  expect(treeOf(99, stats)).toEqual([]);
});

test.runIf(process.platform === 'linux')('this process has used something', () => {
  const figures = readProcessTree(process.pid);
  expect(figures?.cpuSeconds).toBeGreaterThan(0);
  expect(figures?.peak).toBeGreaterThanOrEqual(1024 * 1024);
});
