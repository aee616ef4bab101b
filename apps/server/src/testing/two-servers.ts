import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { ObjectStorage } from '#ports/object-storage.ts';
import { freePort, type Proxy, startNginx } from '#testing/nginx.ts';
import { ensureTestBucket, testObjectStorage } from '#testing/object-storage.ts';
import { environmentOf, type Spawned, spawnHoldall } from '#testing/spawn-server.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';

export const testAccount = { email: 'ada@example.com', password: 'correct horse battery' };

/** A real `holdall serve`. */
export interface ServerOfTwo {
  /** Address at which it listens, without the proxy. */
  readonly origin: string;
  /** Ends it as a power failure of the process would: no handler runs. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Everything that it has printed since it was started last. */
  output(): string;
}

export interface TwoServers {
  readonly database: TestDatabase;
  readonly servers: readonly [ServerOfTwo, ServerOfTwo];
  readonly proxy: Proxy;
  /** Signs in through the proxy. @returns the `Cookie` header */
  signIn(): Promise<string>;
  stop(): Promise<void>;
}

const storageOf = ({ endpoint, region, bucket, accessKey, secretKey, prefix }: ObjectStorage) => ({
  HOLDALL_S3_ENDPOINT: endpoint,
  HOLDALL_S3_REGION: region,
  HOLDALL_S3_BUCKET: bucket,
  HOLDALL_S3_ACCESS_KEY: accessKey,
  HOLDALL_S3_SECRET_KEY: secretKey,
  HOLDALL_S3_PREFIX: prefix,
});

/**
 * Starts two servers on one PostgreSQL and one S3 server, behind Debian's nginx with the shipped configuration.
 *
 * @param installed false: they wait for setup
 */
export const startTwoServers = async ({ installed = true } = {}): Promise<TwoServers> => {
  const nginx = process.env['HOLDALL_TEST_NGINX'];
  if (nginx === undefined) throw new Error('HOLDALL_TEST_NGINX names no program');
  await ensureTestBucket();
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'holdall-two-'));
  const ports = [await freePort(), await freePort()] as const;
  const proxy = await startNginx(nginx, ports);
  setDefaultCACertificates([...getCACertificates('default'), proxy.authority]);
  const shared = {
    HOLDALL_SECRET_KEY: randomBytes(32).toString('hex'),
    HOLDALL_URL: proxy.origin,
    HOLDALL_TRUSTED_PROXIES: 'loopback',
    HOLDALL_LOG_LEVEL: 'warn',
    HOLDALL_THUMBNAIL_WORKERS: '0',
    ...(installed && {
      HOLDALL_ADMIN_EMAIL: testAccount.email,
      HOLDALL_ADMIN_PASSWORD: testAccount.password,
    }),
    ...storageOf(testObjectStorage()),
  };
  const serverOf = (port: number): ServerOfTwo => {
    let spawned: Spawned | undefined;
    return {
      origin: `http://127.0.0.1:${port}`,
      kill: async () => {
        spawned?.process.kill('SIGKILL');
        await spawned?.finished;
      },
      start: async () => {
        const place = environmentOf(database, join(folder, `${port}`));
        spawned = spawnHoldall(['serve'], { ...place, ...shared, HOLDALL_PORT: `${port}` });
        await spawned.printed(/is ready at/);
      },
      output: () => spawned?.output() ?? '',
    };
  };
  const servers = [serverOf(ports[0]), serverOf(ports[1])] as const;
  const stop = async (): Promise<void> => {
    for (const server of servers) await server.kill();
    await proxy.stop();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    // The first one installs.
    for (const server of servers) await server.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    database,
    servers,
    proxy,
    signIn: async () => {
      const answer = await fetch(`${proxy.origin}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: proxy.origin },
        body: JSON.stringify(testAccount),
      });
      if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${await answer.text()}`);
      return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    },
    stop,
  };
};
