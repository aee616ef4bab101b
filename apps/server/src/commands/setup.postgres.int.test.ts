import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOwnPostgres, type OwnPostgres } from '#testing/own-postgres.ts';
import { type Ran, runHere } from '#testing/run-here.ts';

let folder: string;
let postgres: OwnPostgres;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdall-setup-'));
  postgres = await createOwnPostgres();
  await writeFile(join(folder, 'database'), postgres.url(), { mode: 0o600 });
});
afterEach(async () => {
  await postgres.drop();
  await rm(folder, { recursive: true, force: true });
});

const setUp = (name: string): Promise<Ran> =>
  runHere(['setup', '--database-file', join(folder, 'database')], {
    HOLDALL_DATA_DIR: join(folder, name),
    HOLDALL_ADMIN_EMAIL: `${name}@example.com`,
    HOLDALL_ADMIN_PASSWORD: 'correct horse battery',
  });
const kept = (name: string): string[] =>
  ['database.json', 'installed'].filter((file) => existsSync(join(folder, name, file)));

test.each([
  ['of a second server, with an installation that the first one has made', 'two'],
  ['that was killed before it kept its database', 'one'],
])('a command %s uses the existing installation', async (_what, name) => {
  expect((await setUp('one')).code).toBe(0);
  await rm(join(folder, 'one/database.json'));
  const again = await setUp(name);
  expect(again).toEqual({
    code: 3,
    output: expect.stringMatching(/installed in that database already; \S+ uses it/) as string,
  });
  expect(kept(name)).toEqual(['database.json', 'installed']);
  expect((await setUp(name)).output).toContain('nothing was changed');
  const { email } = await postgres.open().selectFrom('users').select('email').executeTakeFirstOrThrow();
  expect(email).toBe('one@example.com');
});
