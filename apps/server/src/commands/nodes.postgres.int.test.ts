import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { environmentOf, spawnHoldall } from '#testing/spawn-server.ts';
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';

/** Servers are started one after the other, on a machine that has other work to do. */
const patience = 240_000;

let database: TestDatabase;
let folder: string;
const running: ServerProcess[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'holdall-nodes-'));
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.kill();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** A server with a data directory of its own on the database that all share. */
const start = async (name: string, env: Record<string, string> = {}): Promise<ServerProcess> => {
  const server = await startServerProcess(join(folder, name), database, env);
  running.push(server);
  return server;
};

/** The error of a server that does not start. */
const refusal = async (name: string, env: Record<string, string> = {}): Promise<string> => {
  const place = environmentOf(database, join(folder, name));
  const { code, output } = await spawnHoldall(['serve'], { ...place, ...env }).finished;
  expect(code).toBe(1);
  return output;
};

const names = () => database.db.selectFrom('nodes').select(['id', 'storage']).execute();

test(
  'a second server with another secret key, or with files on its own disk, does not start',
  async () => {
    const one = await start('one', { HOLDALL_SECRET_KEY: randomBytes(32).toString('hex') });
    expect(await refusal('two')).toContain('needs the same HOLDALL_SECRET_KEY');
    await one.stop();
    expect(await names()).toEqual([]);
    running.length = 0;
    await start('two');
    // A copy brings the key, and the name, which is not for two.
    await cp(join(folder, 'two'), join(folder, 'copy'), { recursive: true });
    const said = await refusal('copy');
    expect(said).toContain('is a copy of one that is in use');
    expect(said).toContain('Files are kept on a disk');
    expect(await names()).toHaveLength(1);
  },
  patience,
);

test(
  'a server that was killed restarts at once, under its name',
  async () => {
    const one = await start('one');
    const before = await names();
    expect(before).toMatchObject([{ storage: 'the data directory' }]);
    await one.kill();
    running.length = 0;
    await start('one');
    expect(await names()).toEqual(before);
  },
  patience,
);
