import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabaseChooser } from '#compose/database.ts';
import { loadConfig } from '#config/load.ts';
import type { DatabaseChooser, DatabaseInput } from '#db/database-chooser.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'holdall-chooser-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const chooser = (env: Record<string, string> = {}): DatabaseChooser =>
  createDatabaseChooser(loadConfig({ HOLDALL_DATA_DIR: dataDir, ...env }, '/'));

const input = {
  kind: 'postgres',
  host: 'db.example.com',
  port: 5433,
  database: 'files',
  user: 'ada',
  password: 'hidden-secret',
  tls: 'require',
  ca: undefined,
} as const satisfies DatabaseInput;

test('the choice is shown without its password', () => {
  expect(chooser().current()).toEqual({ setBy: 'nobody', database: { kind: 'sqlite' } });
  chooser().save(input);
  const { password, ...rest } = input;
  expect(password).not.toBe('');
  expect(chooser().current()).toEqual({ setBy: 'file', database: { ...rest, hasPassword: true } });
});

const askedFor: Extract<DatabaseInput, { kind: 'postgres' }> = input;
const keptPassword = async (change: Partial<typeof askedFor>): Promise<boolean> => {
  chooser().save(askedFor);
  chooser().save({ ...askedFor, ...change, password: undefined });
  const shown = chooser().current().database;
  return shown.kind === 'postgres' && shown.hasPassword;
};

test('a stored password is reused for the same user of the same server alone', async () => {
  expect(await keptPassword({})).toBe(true);
  expect(await keptPassword({ host: 'elsewhere.example.com' })).toBe(false);
  chooser().save({ ...input, port: 5432, password: undefined });
  expect(chooser().current()).toMatchObject({ database: { hasPassword: false } });
});

test('a stored password is never sent with weaker TLS than it was given for', async () => {
  expect(await keptPassword({ tls: 'verify-full' })).toBe(true);
  expect(await keptPassword({ tls: 'disable' })).toBe(false);
  expect(await keptPassword({ ca: 'another authority' })).toBe(false);
});

test('SQLite in the data directory is accepted', async () => {
  expect(await chooser().check({ kind: 'sqlite' })).toMatchObject({ ok: true, state: 'empty' });
});

test('characters that would change another part of an address are refused', async () => {
  expect(await chooser().check({ ...input, host: 'db?options=x' })).toMatchObject({
    fault: 'bad_name',
    field: 'host',
  });
  expect(await chooser().check({ ...input, database: 'a/b' })).toMatchObject({
    fault: 'bad_name',
    field: 'database',
  });
});

test('a choice is refused where the operator names the database', async () => {
  const locked = chooser({ HOLDALL_DATABASE_URL: 'postgres://ada@db/files' });
  expect(locked.current()).toMatchObject({ setBy: 'operator', database: { host: 'db', hasPassword: false } });
  expect(() => locked.save(input)).toThrow(/operator/);
  await expect(readFile(join(dataDir, 'database.json'))).rejects.toThrow(/ENOENT/);
});
