import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withLock } from './lock.mjs';

const newLock = () => join(mkdtempSync(join(tmpdir(), 'holdall-lock-')), 'lock');
const silent = () => undefined;

test('work under one lock takes turns', async () => {
  const path = newLock();
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} begins`);
    await new Promise(setImmediate);
    seen.push(`${name} ends`);
  };
  await Promise.all([withLock(path, silent, work('a')), withLock(path, silent, work('b'))]);
  expect(seen).toHaveLength(4);
  expect(seen[1]?.split(' ')[0]).toBe(seen[0]?.split(' ')[0]);
  expect(existsSync(path)).toBe(false);
});

test('the lock is given back when the work fails', async () => {
  const path = newLock();
  await expect(withLock(path, silent, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(existsSync(path)).toBe(false);
});

test('the lock of a dead process is cleared', async () => {
  const path = newLock();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(path, String(pid));
  let done = false;
  await withLock(path, silent, async () => void (done = true));
  expect(done).toBe(true);
});

test('whoever waits is told for whom, once', async () => {
  const path = newLock();
  const told: string[] = [];
  let release = silent as () => void;
  const held = withLock(path, silent, () => new Promise<void>((resolve) => (release = resolve)));
  const waiting = withLock(
    path,
    (line) => {
      told.push(line);
      release();
    },
    () => Promise.resolve(),
  );
  await Promise.all([held, waiting]);
  expect(told).toEqual([expect.stringContaining(String(process.pid))]);
});
