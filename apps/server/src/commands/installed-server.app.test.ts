import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Infrastructure } from '#compose/infrastructure.ts';
import { installChosen } from '#compose/installing.ts';
import { withInstallation } from '#commands/offline-command.ts';
import { openInstalledServer } from '#commands/installed-server.ts';
import { loadConfig } from '#config/load.ts';
import { BlobStoreError } from '#ports/blob-store.ts';
import { type FailingStorage, refuse, startFailingStorage } from '#testing/failing-storage.ts';
import { launchOf, type TestLaunch } from '#testing/launch.ts';
import { environmentOf } from '#testing/spawn-server.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';
import { largeContent } from '#testing/large-content.ts';

vi.setConfig({ testTimeout: 60_000 });

let dataDir: string;
let database: TestDatabase;
let bucket: FailingStorage;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'holdall-whole-'));
  database = await createTestDatabase();
  bucket = await startFailingStorage();
});
afterEach(async () => {
  vi.restoreAllMocks();
  bucket.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** An installation that is about to be opened. @param prepare changes it before */
const installed = async (prepare?: (parts: Infrastructure) => Promise<void>): Promise<TestLaunch> => {
  const config = loadConfig(
    { ...environmentOf(database, dataDir), HOLDALL_ALLOWED_PRIVATE_HOSTS: '127.0.0.1' },
    '/',
  );
  await installChosen(config, { email: 'ada@example.com', password: 'correct horse battery' });
  if (prepare !== undefined) await withInstallation(config, ({ infrastructure }) => prepare(infrastructure));
  return launchOf(config);
};

/** Chooses a bucket that is not there. */
const chooseLost = async ({ db, node, storage }: Infrastructure): Promise<void> => {
  bucket.answer(refuse(404, 'NoSuchBucket'));
  const to = { kind: 's3', bucket: bucket.options.storage } as const;
  await db.transaction().execute((trx) => storage.choose(trx, { to, node, keepKeys: true }));
};

test('an unavailable bucket does not prevent a start', async () => {
  const opening = await installed(chooseLost);
  const whole = await openInstalledServer(opening);
  const [app] = opening.used;
  const large = largeContent('a');
  const signedIn = await app?.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email: 'ada@example.com', password: 'correct horse battery' },
  });
  expect(signedIn?.statusCode).toBe(200);
  const [session] = signedIn?.cookies ?? [];
  const sent = await app?.inject({
    method: 'POST',
    url: `/api/upload?name=a.txt&size=${large.length}`,
    headers: { 'content-type': 'application/octet-stream', cookie: `${session?.name}=${session?.value}` },
    payload: large,
  });
  expect(sent?.json()).toMatchObject({ status: 503, code: 'storage.unavailable' });
  await whole.close();
  expect(opening.failures.length).toBeGreaterThan(0);
  for (const failure of opening.failures) expect(failure).toBeInstanceOf(BlobStoreError);
});

test('an opening that fails half-way leaves nothing running', async () => {
  const opening = await installed();
  const begun = vi.spyOn(globalThis, 'setInterval');
  const ended = vi.spyOn(globalThis, 'clearInterval');
  const use = async (): Promise<void> => {
    throw new Error('half-way');
  };
  await expect(openInstalledServer({ ...opening, server: { ...opening.server, use } })).rejects.toThrow(
    'half-way',
  );
  const intervals = begun.mock.results.map(({ value }) => value as unknown);
  const cleared = new Set(ended.mock.calls.map(([timer]) => timer as unknown));
  expect(intervals.length).toBeGreaterThan(3);
  expect(intervals.filter((timer) => !cleared.has(timer))).toEqual([]);
  expect(opening.failures).toEqual([]);
});
