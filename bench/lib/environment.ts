/** Databases and object storage that the bench's servers use, each of them fresh. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createOutbound } from '../../apps/server/src/adapters/outbound-net.ts';
import { createS3Client } from '../../apps/server/src/adapters/s3/s3-client.ts';
import { openDatabase } from '../../apps/server/src/db/open-database.ts';
import { systemClock } from '../../apps/server/src/ports/clock.ts';
import { findPostgres, startPostgres } from '../../scripts/test/postgres.ts';
import { findCeph, startS3 } from '../../scripts/test/s3.ts';
import type { Place } from './holdall.ts';

/** PostgreSQL with production settings: durable, with enough memory. */
const postgresOptions = '-c shared_buffers=512MB -c effective_cache_size=2GB -c max_wal_size=4GB';
const bucket = 'holdall-bench';
const signals = ['SIGINT', 'SIGTERM'] as const;

export interface EnvironmentOptions {
  /** Undefined: SQLite. Empty: a private cluster. Else the address of a server on which databases can be made. */
  readonly postgres: string | undefined;
  readonly s3: boolean;
  /** An empty folder for data. */
  readonly temporary: string;
}

export interface BenchEnvironment {
  /** A place for a server that is not installed yet. */
  makePlace(this: void, name: string): Promise<Place>;
  stop(this: void): Promise<void>;
}

type End = () => Promise<void>;

const openCluster = async (address: string): Promise<{ url: string; stop: End }> => {
  if (address !== '') return { url: address, stop: async () => undefined };
  const programs = findPostgres();
  if (programs === undefined)
    throw new Error('PostgreSQL is not installed here; --postgres takes an address, too');
  return startPostgres(programs, postgresOptions);
};

const onServer = async (url: string, work: (db: ReturnType<typeof openDatabase>) => Promise<unknown>) => {
  const db = openDatabase({ kind: 'postgres', url });
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
};

/** Databases of their own on one server, which are dropped at the end. */
const openDatabases = async (address: string) => {
  const { url, stop } = await openCluster(address);
  const made: string[] = [];
  return {
    make: async (): Promise<string> => {
      const name = `holdall_bench_${randomBytes(6).toString('hex')}`;
      await onServer(url, (db) => sql`create database ${sql.id(name)}`.execute(db));
      made.push(name);
      return Object.assign(new URL(url), { pathname: `/${name}` }).href;
    },
    stop: async () => {
      for (const name of made)
        await onServer(url, (db) => sql`drop database if exists ${sql.id(name)} with (force)`.execute(db));
      await stop();
    },
  };
};

/** A private S3 server. */
const openStorage = async () => {
  if (findCeph() === undefined) throw new Error('Ceph’s S3 gateway is not installed here');
  const { url, stop } = await startS3();
  const { origin, username: accessKey, password: secretKey } = new URL(url);
  const storage = {
    endpoint: origin,
    region: 'us-east-1',
    bucket,
    accessKey,
    secretKey,
    pathStyle: true,
    prefix: '',
    trusted: true,
  };
  const outbound = createOutbound({ allowedPrivateHosts: [] });
  const client = createS3Client({ storage, outbound, clock: systemClock });
  await client.call({ method: 'PUT' });
  client.close();
  return {
    environmentOf: (name: string) => ({
      HOLDALL_S3_ENDPOINT: origin,
      HOLDALL_S3_BUCKET: bucket,
      HOLDALL_S3_ACCESS_KEY: accessKey,
      HOLDALL_S3_SECRET_KEY: secretKey,
      HOLDALL_S3_PREFIX: `${name}/`,
    }),
    stop,
  };
};

/** Starts the requested services. @throws where one is not installed */
export const openEnvironment = async ({
  postgres,
  s3,
  temporary,
}: EnvironmentOptions): Promise<BenchEnvironment> => {
  const databases = postgres === undefined ? undefined : await openDatabases(postgres);
  const storage = s3
    ? await openStorage().catch(async (error: unknown) => {
        await databases?.stop();
        throw error;
      })
    : undefined;
  const stop = async (): Promise<void> => {
    for (const signal of signals) process.off(signal, stopAndLeave);
    await databases?.stop();
    await storage?.stop();
  };
  // The services end with this process.
  const stopAndLeave = () => void stop().finally(() => process.exit(1));
  for (const signal of signals) process.once(signal, stopAndLeave);
  return {
    makePlace: async (name) => {
      const dataDir = join(temporary, name);
      mkdirSync(dataDir);
      return {
        dataDir,
        postgresUrl: await databases?.make(),
        ...(storage === undefined ? {} : { storage: storage.environmentOf(name) }),
      };
    },
    stop,
  };
};
