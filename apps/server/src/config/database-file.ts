import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { describePostgresUrl, type TlsMode, tlsModes } from '#lib/postgres-url.ts';
import { replaceFile } from '#lib/replace-file.ts';
import { reasonOf } from './data-dir.ts';
import { ConfigError } from './load.ts';

/** The location of the database. */
export type DatabasePlace =
  | { readonly kind: 'sqlite' }
  | {
      readonly kind: 'postgres';
      /** `postgres://…` without TLS options. */
      readonly url: string;
      /** Undefined: the mode of the address; without one, no TLS. */
      readonly tls: TlsMode | undefined;
      /** PEM: the authority that the server's certificate is checked by, instead of the public ones. */
      readonly ca: string | undefined;
    };

/** Seals what only this server is to read. */
export interface PlaceSealer {
  seal(text: string, context: string): string;
  open(sealed: string, context: string): string;
}

const context = 'database.url';

const fileSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('sqlite') }),
  z.strictObject({
    kind: z.literal('postgres'),
    /** Informational. */
    server: z.string().optional(),
    /** Sealed; an address that an operator has written here is taken as well. */
    url: z.string().min(1),
    tls: z.enum(tlsModes).optional(),
    ca: z.string().optional(),
  }),
]);

const pathOf = (dataDir: string): string => join(dataDir, 'database.json');

const readText = (path: string): string | undefined => {
  try {
    const text = readFileSync(path, 'utf8');
    chmodSync(path, 0o600);
    return text;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new ConfigError(`${path} cannot be read: ${reasonOf(error, path)}.`);
  }
};

const opened = (path: string, url: string, sealer: PlaceSealer): string => {
  if (url.startsWith('postgres')) return url;
  try {
    return sealer.open(url, context);
  } catch {
    throw new ConfigError(
      `The database's address in ${path} cannot be opened with this server's secret key. Bring back the key (secret.key, or HOLDALL_SECRET_KEY), or set HOLDALL_DATABASE_URL.`,
    );
  }
};

/** Returns the choice of the wizard or of `holdall migrate`; undefined: there is none. @throws ConfigError */
export const readDatabaseFile = (dataDir: string, sealer: PlaceSealer): DatabasePlace | undefined => {
  const path = pathOf(dataDir);
  const text = readText(path);
  if (text === undefined) return undefined;
  let content;
  try {
    content = fileSchema.parse(JSON.parse(text));
  } catch {
    throw new ConfigError(
      `${path} is damaged. It says where the database is; set HOLDALL_DATABASE_URL, or restore it.`,
    );
  }
  if (content.kind === 'sqlite') return content;
  return { kind: 'postgres', url: opened(path, content.url, sealer), tls: content.tls, ca: content.ca };
};

/** Keeps the choice, whole or not at all; the address, with its password, is sealed. */
export const writeDatabaseFile = (dataDir: string, place: DatabasePlace, sealer: PlaceSealer): void => {
  const content: z.input<typeof fileSchema> =
    place.kind === 'sqlite'
      ? { kind: 'sqlite' }
      : {
          kind: 'postgres',
          server: describePostgresUrl(place.url),
          url: sealer.seal(place.url, context),
          ...(place.tls === undefined ? {} : { tls: place.tls }),
          ...(place.ca === undefined ? {} : { ca: place.ca }),
        };
  replaceFile(pathOf(dataDir), `${JSON.stringify(content, null, 2)}\n`);
};
