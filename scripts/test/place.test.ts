import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { placeForTests } from './place.ts';

const gibibyte = 1024 ** 3;

test.runIf(process.platform === 'linux')(
  'tests keep their files in memory only where there is plenty of it',
  () => {
    expect(placeForTests({ memory: 12 * gibibyte, shared: 8 * gibibyte })).toBe('/dev/shm');
    expect(placeForTests({ memory: 4 * gibibyte, shared: 8 * gibibyte })).toBe(tmpdir());
    // As in containers, which have 64 MiB of it.
    expect(placeForTests({ memory: 12 * gibibyte, shared: 64 * 1024 ** 2 })).toBe(tmpdir());
    expect(placeForTests({ memory: 12 * gibibyte, shared: undefined })).toBe(tmpdir());
  },
);
