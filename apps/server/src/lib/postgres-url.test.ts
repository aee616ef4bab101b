import { expect, test } from 'vitest';
import { describePostgresUrl, postgresPlaceOf, postgresUrlOf, readPostgresUrl } from '#lib/postgres-url.ts';

test.each(['disable', 'require', 'verify-full'])('sslmode=%s is taken out of the address', (mode) => {
  expect(readPostgresUrl(`postgres://ada:secret@db:5433/files?application_name=x&sslmode=${mode}`)).toEqual({
    url: 'postgres://ada:secret@db:5433/files?application_name=x',
    tls: mode,
    caFile: undefined,
  });
});

test('an address without TLS options stays unchanged', () => {
  const text = 'postgres://ada@db/files?options=-c search_path=files';
  expect(readPostgresUrl(text)).toEqual({ url: text, tls: undefined, caFile: undefined });
});

test('a certificate alone implies the strictest mode', () => {
  expect(readPostgresUrl('postgres://ada@db/files?sslrootcert=/etc/ca.pem')).toMatchObject({
    tls: 'verify-full',
    caFile: '/etc/ca.pem',
  });
});

test.each([
  ['mysql://db/files', /must begin with postgres/],
  ['postgres://db/files?sslmode=prefer', /sslmode must be one of disable, require, verify-ca, verify-full/],
  ['postgres://db/files?sslmode=verify-ca', /sslrootcert/],
])('%s is refused', (text, expected) => {
  expect(() => readPostgresUrl(text)).toThrow(expected);
});

test.each([
  { host: 'db.example.com', port: 5432, database: 'files', user: 'ada', password: 'p@ss:w/r d%?#' },
  { host: '::1', port: 6000, database: 'žluťoučký', user: 'ad@', password: '' },
])('the parts $host come back from the address', (place) => {
  expect(postgresPlaceOf(postgresUrlOf(place))).toEqual(place);
});

test('the description omits only the password', () => {
  expect(describePostgresUrl('postgres://ada:secret@db/files')).toBe('ada@db:5432/files');
});

const place = { host: 'db', port: 5432, database: 'files', user: 'ada', password: 'secret' };

test.each(['', 'a/b', 'a b', 'a?b', 'a#b', 'a%20b', 'x'.repeat(64)])('“%s” names no database', (database) => {
  expect(() => postgresUrlOf({ ...place, database })).toThrow(/names of databases/);
});

test.each(['', 'db/x', 'db?options=x', 'me@db', 'db:1/x', '[::1]', 'db#'])('“%s” is no host', (host) => {
  expect(() => postgresUrlOf({ ...place, host })).toThrow(/no host name/);
});
