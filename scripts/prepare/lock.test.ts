import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { withLock } from './lock.mjs';

const newLock = () => join(mkdtempSync(join(tmpdir(), 'holdall-lock-')), 'lock');
const silent = { say: () => undefined };

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

test('a waiting process reports the holder once', async () => {
  const path = newLock();
  const told: string[] = [];
  let release: () => void = () => undefined;
  const held = withLock(path, silent, () => new Promise<void>((resolve) => (release = resolve)));
  const waiting = withLock(
    path,
    {
      say(line) {
        told.push(line);
        release();
      },
    },
    () => Promise.resolve(),
  );
  await Promise.all([held, waiting]);
  expect(told).toEqual([expect.stringContaining(String(process.pid))]);
});

test('waiting ends when it is interrupted, and the lock stays with its holder', async () => {
  const path = newLock();
  writeFileSync(path, String(process.pid));
  const interruption = new AbortController();
  const { signal } = interruption;
  const waiting = withLock(path, { say: () => interruption.abort(), signal }, () => Promise.resolve());
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  expect(existsSync(path)).toBe(true);
});

test('Ctrl+C ends a preparation that waits for another', async () => {
  const root = mkdtempSync(join(tmpdir(), 'holdall-checkout-'));
  cpSync(resolve(import.meta.dirname, '..'), join(root, 'scripts'), { recursive: true });
  writeFileSync(join(root, 'package-lock.json'), '{ "packages": {} }');
  writeFileSync(join(root, '.prepare.lock'), String(process.pid));
  const child = spawn(process.execPath, ['scripts/prepare.mjs', 'start'], { cwd: root });
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
  child.stderr.once('data', () => child.kill('SIGINT'));
  const code = await new Promise((done) => child.on('close', done));
  expect(code).toBe(130);
  expect(said.trim()).toBe(`Waiting for process ${process.pid}, which is preparing this checkout …`);
  expect(existsSync(join(root, '.prepare.lock'))).toBe(true);
});
