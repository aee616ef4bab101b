import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createAesSealer } from '#adapters/sealer-aes.ts';
import { chosenDatabase, readDatabasePlace } from '#config/database-choice.ts';
import { type DatabasePlace, writeDatabaseFile } from '#config/database-file.ts';
import { ConfigError } from '#config/load.ts';
import { createAuthority } from '#testing/certificates.ts';

const sealer = createAesSealer(Buffer.alloc(32, 1));
const folder = (): string => mkdtempSync(join(tmpdir(), 'holdall-choice-'));
const none = { databaseUrl: undefined };

const postgres: DatabasePlace = {
  kind: 'postgres',
  url: 'postgres://ada:hidden-secret@db:5433/files',
  tls: 'verify-full',
  ca: 'PEM',
};

test('the default is SQLite', () => {
  expect(chosenDatabase(none, folder(), sealer)).toEqual({ place: { kind: 'sqlite' }, setBy: 'nobody' });
});

test.each([postgres, { kind: 'sqlite' } as const, { ...postgres, tls: undefined, ca: undefined }])(
  'a choice (%o) is found again',
  (place) => {
    const dir = folder();
    writeDatabaseFile(dir, { kind: 'sqlite' }, sealer);
    writeDatabaseFile(dir, place, sealer);
    expect(chosenDatabase(none, dir, sealer)).toEqual({ place, setBy: 'file' });
    expect(readdirSync(dir)).toEqual(['database.json']);
  },
);

test('its file is readable by its owner alone and holds no password', () => {
  const dir = folder();
  writeDatabaseFile(dir, postgres, sealer);
  const path = join(dir, 'database.json');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8')).not.toContain('hidden-secret');
  expect(readFileSync(path, 'utf8')).toContain('ada@db:5433/files');
  chmodSync(path, 0o644);
  chosenDatabase(none, dir, sealer);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('an address that an operator has written into it is used', () => {
  const dir = folder();
  writeFileSync(join(dir, 'database.json'), '{"kind":"postgres","url":"postgres://db/files"}');
  expect(chosenDatabase(none, dir, sealer).place).toMatchObject({ url: 'postgres://db/files' });
});

test('the operator’s configuration takes precedence', () => {
  const dir = folder();
  writeDatabaseFile(dir, postgres, sealer);
  const databaseUrl = 'postgres://other/files?sslmode=require';
  expect(chosenDatabase({ databaseUrl }, dir, sealer)).toEqual({
    place: { kind: 'postgres', url: 'postgres://other/files', tls: 'require', ca: undefined },
    setBy: 'operator',
  });
});

test.each(['', '{', '{"kind":"mysql"}', '{"kind":"postgres"}'])(
  'a damaged file (%s) stops the start',
  (text) => {
    const dir = folder();
    writeFileSync(join(dir, 'database.json'), text);
    expect(() => chosenDatabase(none, dir, sealer)).toThrow(/database\.json is damaged/);
  },
);

test('another secret key stops the start with its remedy', () => {
  const dir = folder();
  writeDatabaseFile(dir, postgres, sealer);
  const other = createAesSealer(Buffer.alloc(32, 2));
  expect(() => chosenDatabase(none, dir, other)).toThrow(ConfigError);
  expect(() => chosenDatabase(none, dir, other)).toThrow(/secret\.key/);
});

test('the certificate of an authority is read, and validated', () => {
  const path = join(folder(), 'ca.pem');
  const url = `postgres://db/files?sslmode=verify-ca&sslrootcert=${path}`;
  expect(() => readDatabasePlace(url, 'X')).toThrow(/cannot be read/);
  writeFileSync(path, 'nonsense');
  expect(() => readDatabasePlace(url, 'X')).toThrow(/holds no certificate/);
  const { cert } = createAuthority();
  writeFileSync(path, cert);
  expect(readDatabasePlace(url, 'X')).toEqual({
    kind: 'postgres',
    url: 'postgres://db/files',
    tls: 'verify-ca',
    ca: cert,
  });
});

test('a wrong address is named and not shown', () => {
  const read = () => readDatabasePlace('postgres://ada:hidden-secret@db/files?sslmode=maybe', '--to');
  expect(read).toThrow(/--to is not valid: sslmode must be one of/);
  expect(read).not.toThrow(/hidden-secret/);
});
