import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { prepare } from '../prepare.mjs';

const root = resolve(import.meta.dirname, '../..');
const main = join(root, 'apps/server/dist/main.cjs');
let dataDir = '';

const environment = () => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('HOLDALL_'))),
  HOLDALL_DATA_DIR: dataDir,
  HOLDALL_PORT: '0',
  HOLDALL_LOG_LEVEL: 'error',
});

/** Runs a command of the built program to its end. */
const holdall = (args: readonly string[], input = '') => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    env: environment(),
    input,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
};
const setUp = ['setup', '--admin-email', 'built@example.com', '--admin-password-file', '-'];

beforeAll(async () => {
  await prepare(root, 'holdall');
  dataDir = mkdtempSync(join(tmpdir(), 'holdall-built-'));
}, 120_000);
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('the built server finds the lists, texts and programs that lie beside its sources', async () => {
  // The list of passwords that are known to be out.
  expect(holdall(setUp, 'password123')).toMatchObject({ status: 1 });
  expect(holdall(setUp, 'a password for building')).toMatchObject({ status: 0 });
  // The thread that checks the database is a bundle of its own.
  const looked = holdall(['doctor']);
  expect(looked.output).toMatch(/^ok +database/m);
  expect(looked.status).toBe(0);

  const child = spawn(process.execPath, [main, 'serve'], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  try {
    let output = '';
    const origin = await new Promise<string>((ready, fail) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        const [, found] = /ready at (http:\/\/\S+)/.exec((output += text)) ?? [];
        if (found !== undefined) ready(found);
      });
      child.once('exit', () => fail(new Error(`The server has ended:\n${output}`)));
    });
    const get = async (path: string) => {
      const answer = await fetch(origin + path);
      return { status: answer.status, text: await answer.text() };
    };
    expect(await get('/health/ready')).toMatchObject({ status: 200 });
    const german = await get('/translations/de');
    expect(german.text).toContain('Ordner');
    // The mail libraries are loaded with the first mail.
    const forgotten = await fetch(`${origin}/api/password/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'built@example.com' }),
    });
    expect(forgotten.status).toBe(200);
    await vi.waitFor(
      () => expect(readdirSync(join(dataDir, 'mail')).some((name) => name.endsWith('.eml'))).toBe(true),
      { timeout: 30_000, interval: 100 },
    );
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}, 120_000);

test('errors show names and lines of the sources, where source maps are enabled', () => {
  const breaksTheProgram = 'import os from "node:os"; os.hostname = () => { throw new Error("no name"); };';
  const { stderr } = spawnSync(
    process.execPath,
    ['--enable-source-maps', '--import', `data:text/javascript,${breaksTheProgram}`, main, 'serve'],
    { env: environment(), encoding: 'utf8' },
  );
  expect(stderr).toMatch(/no name\n(.*\n)+.*\/apps\/server\/src\/[\w/.-]+\.ts:\d+/);
});
