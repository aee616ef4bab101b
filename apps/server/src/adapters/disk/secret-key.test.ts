import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSecretKey } from '#adapters/disk/secret-key.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdall-key-'));
  path = join(folder, 'secret.key');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('is created once, for its owner alone, and kept', () => {
  const made = openSecretKey(path);
  expect(made).toHaveLength(32);
  expect(openSecretKey(path)).toEqual(made);
  expect(readFileSync(path, 'utf8')).toBe(`${Buffer.from(made).toString('hex')}\n`);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['secret.key']);
});

test('is different in each installation', () => {
  expect(openSecretKey(join(folder, 'one'))).not.toEqual(openSecretKey(join(folder, 'two')));
});

test('gets private permissions', () => {
  openSecretKey(path);
  chmodSync(path, 0o644);
  openSecretKey(path);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test.each(['', 'abc', 'z'.repeat(64), 'a'.repeat(63)])('is not replaced where it is damaged: %o', (text) => {
  writeFileSync(path, text);
  expect(() => openSecretKey(path)).toThrow('is damaged');
  expect(readFileSync(path, 'utf8')).toBe(text);
  expect(() => openSecretKey(path)).not.toThrow(text === '' ? 'nothing of it' : text);
});

test('is the same for processes that start together', async () => {
  const script = `
    import { openSecretKey } from ${JSON.stringify(new URL('secret-key.ts', import.meta.url).href)};
    for (let round = 0; round < 40; round += 1) {
      while (Date.now() < Number(process.argv[2]) + round * 15);
      process.stdout.write(Buffer.from(openSecretKey(process.argv[1] + round)).toString('hex') + '\\n');
    }`;
  // So that they meet at each of forty keys.
  const begin = String(Date.now() + 1_000);
  const start = async (): Promise<string> => {
    const args = ['--input-type=module', '-e', script, path, begin];
    return (await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname })).stdout;
  };
  const outputs = await Promise.all(Array.from({ length: 4 }, start));
  expect(outputs[0]).toMatch(/^([0-9a-f]{64}\n){40}$/);
  expect(new Set(outputs).size).toBe(1);
  expect(readdirSync(folder)).toHaveLength(40);
});
