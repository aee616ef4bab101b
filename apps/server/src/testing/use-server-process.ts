import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { createMigratedDatabase } from '#testing/migrated-database.ts';
import { environmentOfStorage } from '#testing/object-storage.ts';
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts';
import { openStorageUnderTest, type StorageUnderTest } from '#testing/storage-under-test.ts';
import type { TestDatabase } from '#testing/test-database.ts';
import { createUploadClient, type UploadClient } from '#testing/upload-client.ts';

const signIn = async (origin: string): Promise<string> => {
  const answer = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery' }),
  });
  return (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
};

export interface UsedServerProcess {
  readonly dataDir: string;
  readonly database: TestDatabase;
  readonly storage: StorageUnderTest;
  /** The administrator's client of the process that runs now. */
  readonly client: UploadClient;
  readonly process: ServerProcess;
  /** The administrator's `Cookie` header. */
  readonly cookie: string;
  /** Starts a process where none runs. @param under a program with arguments that runs it */
  start(under?: readonly string[]): Promise<void>;
}

/** Starts a server in its own process for each test of a file, with a signed-in administrator. */
export const useServerProcess = (): UsedServerProcess => {
  let dataDir: string;
  let database: TestDatabase;
  let storage: StorageUnderTest;
  let server: ServerProcess;
  let client: UploadClient;
  let cookie = '';
  const start = async (under: readonly string[] = []): Promise<void> => {
    const own = storage.operator && environmentOfStorage(storage.operator);
    server = await startServerProcess(dataDir, database, { own, under });
    cookie = await signIn(server.origin);
    client = createUploadClient(server.origin, cookie);
  };
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'holdall-process-'));
    database = await createMigratedDatabase(join(dataDir, 'holdall.sqlite'));
    storage = await openStorageUnderTest(() => dataDir);
    await start();
  }, 60_000);
  afterEach(async () => {
    await server.kill();
    await database.drop();
    storage.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    get dataDir() {
      return dataDir;
    },
    get cookie() {
      return cookie;
    },
    get database() {
      return database;
    },
    get storage() {
      return storage;
    },
    get client() {
      return client;
    },
    get process() {
      return server;
    },
    start,
  };
};
