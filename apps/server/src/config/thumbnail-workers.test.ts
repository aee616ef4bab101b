import { expect, it } from 'vitest';
import { usualThumbnailWorkers } from './thumbnail-workers.ts';

const gibi = 1024 ** 3;

it.each([
  { processors: 1, memory: 0.5, workers: 1 },
  { processors: 2, memory: 8, workers: 2 },
  { processors: 4, memory: 1.9, workers: 1 },
  { processors: 4, memory: 8, workers: 4 },
  { processors: 6, memory: 8, workers: 4 },
  { processors: 16, memory: 64, workers: 8 },
  { processors: 16, memory: 4, workers: 3 },
  { processors: 4, memory: 1, workers: 1 },
  { processors: 2, memory: 2.9, workers: 1 },
])(
  '$processors processors and $memory GiB run $workers thumbnail processes',
  ({ processors, memory, workers }) => {
    expect(usualThumbnailWorkers(processors, memory * gibi)).toBe(workers);
  },
);
