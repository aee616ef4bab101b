import { createServer } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runHere } from '#testing/run-here.ts';
import { spawnHoldall } from '#testing/spawn-server.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'holdall-endings-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const admin = { HOLDALL_ADMIN_EMAIL: 'ada@example.com', HOLDALL_ADMIN_PASSWORD: 'correct horse' };
const environment = (own: Record<string, string> = {}): Record<string, string> => ({
  HOLDALL_DATA_DIR: dataDir,
  HOLDALL_PORT: '0',
  ...own,
});

interface Ending {
  readonly args: string[];
  readonly env?: Record<string, string>;
  readonly code: number;
  readonly says: RegExp;
}

const setupArgs = ['setup', '--admin-email', 'ada@example.com', '--admin-password-file', '/dev/null'];

const endings: Ending[] = [
  { args: ['fly'], code: 2, says: /no command “fly”/ },
  { args: ['setup'], code: 2, says: /--admin-email/ },
  { args: ['setup', '--colour', 'red'], code: 2, says: /--colour/ },
  { args: [...setupArgs, '--subscription-type', 'gold'], code: 2, says: /none, fixed, metered/ },
  { args: [...setupArgs, '--default-capacity', '5 GB'], code: 2, says: /whole number of bytes/ },
  { args: [...setupArgs, '--default-capacity', '0'], code: 1, says: /default_capacity: .*at least one byte/ },
  { args: ['serve'], env: { HOLDALL_PORT: 'eighty' }, code: 1, says: /HOLDALL_PORT is not valid/ },
  {
    args: ['serve'],
    env: { ...admin, HOLDALL_ADMIN_PASSWORD: 'short' },
    code: 1,
    says: /password: Use at least 8/,
  },
  {
    args: ['serve'],
    env: { ...admin, HOLDALL_ADMIN_PASSWORD: 'Password2026!' },
    code: 1,
    says: /password: This password appears in known data breaches/,
  },
  {
    args: ['serve'],
    env: { HOLDALL_DATABASE_URL: 'postgres://nobody:hidden-secret@127.0.0.1:1/none' },
    code: 1,
    says: /HOLDALL_DATABASE_URL cannot be used/,
  },
  {
    args: ['serve'],
    env: { HOLDALL_DATA_DIR: '/dev/null/data' },
    code: 1,
    says: /\/dev\/null\/data.* cannot be/,
  },
  {
    args: ['serve'],
    env: { HOLDALL_SECRET_KEY: 'hidden-secret' },
    code: 1,
    says: /HOLDALL_SECRET_KEY is not valid: must be 32 random bytes/,
  },
  {
    args: ['serve'],
    env: { HOLDALL_SMTP_URL: 'smtp://ada:hidden-secret@' },
    code: 1,
    says: /HOLDALL_SMTP_URL is not valid: must look like smtp:/,
  },
  { args: ['setup', '--help'], code: 0, says: /Usage: holdall setup/ },
  { args: ['--help'], code: 0, says: /HOLDALL_DATA_DIR/ },
];

test.each(endings)('$args with $env ends with $code', async ({ args, env, code, says }) => {
  const result = await runHere(args, environment({ HOLDALL_LOG_LEVEL: 'fatal', ...env }));
  expect(result.output).toMatch(says);
  expect(result.output).not.toContain('    at ');
  expect(result.output).not.toContain('hidden-secret');
  expect(result.code).toBe(code);
});

test('the process ends with that code, after it has logged what it starts with', async () => {
  const { finished } = spawnHoldall(
    ['serve'],
    environment({
      HOLDALL_COLOUR: 'red',
      HOLDALL_DATABASE_URL: 'postgres://nobody:hidden-secret@127.0.0.1:1/none',
    }),
  );
  const { code, output } = await finished;
  expect(code).toBe(1);
  expect(output).toMatch(/HOLDALL_COLOUR is no setting of Holdall/);
  expect(output).toMatch(/HOLDALL_DATABASE_URL cannot be used/);
  expect(output).not.toContain('    at ');
  expect(output).not.toContain('hidden-secret');
});

test('an occupied port is reported', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  try {
    const { port } = other.address() as AddressInfo;
    const env = environment({ HOLDALL_PORT: String(port), HOLDALL_LOG_LEVEL: 'fatal' });
    const { code, output } = await runHere(['serve'], env);
    expect(code).toBe(1);
    expect(output).toContain(`Port ${port} is taken`);
  } finally {
    other.close();
  }
});
