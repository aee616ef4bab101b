import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { DecoderSandbox } from '#adapters/thumbnails/decoder-sandbox.ts';
import { startWorker } from '#adapters/thumbnails/thumbnail-process.ts';

test.each([
  ['cannot be started', ['/nowhere/program'], false],
  ['ends before it says which process works within it', ['/bin/false'], true],
])('nothing remains of a worker that %s', async (_how, command, isAround) => {
  const folder = await mkdtemp(join(tmpdir(), 'holdall-worker-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const sandbox: DecoderSandbox = {
    confinement: { level: 'none', hasBounds: false },
    isAround,
    wrap: () => [...command],
  };
  await expect(startWorker({ sandbox, folder, bounds: {} })).rejects.toThrow();
  expect(await readdir(folder)).toEqual([]);
});
