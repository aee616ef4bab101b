import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failingSyncs } from '#testing/fail-syncs.ts';
import { useServerProcess } from '#testing/use-server-process.ts';

const server = useServerProcess();

/** Restarts the server on a disk that fails. @param suffixes of the database's files */
const failDisk = async (suffixes: readonly string[], when: string): Promise<void> => {
  await server.process.stop();
  const files = suffixes.map((suffix) => join(server.dataDir, `holdall.sqlite${suffix}`));
  await server.start(failingSyncs(files, when));
};

const names = Array.from({ length: 600 }, (_, number) => `Folder ${String(number).padStart(3, '0')}`);

const makeFolder = (name: string): Promise<Response> =>
  server.client.post('/api/create-folder', { name, parent_id: null });

interface Outcome {
  readonly confirmed: string[];
  readonly refused: Response[];
}

/** Makes folders, four at a time, until four are refused. */
const makeFolders = async (): Promise<Outcome> => {
  const outcome: Outcome = { confirmed: [], refused: [] };
  for (let next = 0; next < names.length && outcome.refused.length < 4; next += 4) {
    const wanted = names.slice(next, next + 4);
    const answers = await Promise.all(wanted.map((name) => makeFolder(name)));
    outcome.confirmed.push(...wanted.filter((_, index) => answers[index]?.status === 201));
    outcome.refused.push(...answers.filter(({ status }) => status !== 201));
  }
  return outcome;
};

interface Refusal {
  readonly status: number;
  readonly code: string;
}

const refusalOf = async (answer: Response): Promise<Refusal> => ({
  status: answer.status,
  code: ((await answer.json()) as { code: string }).code,
});

const diskFailed: Refusal = { status: 503, code: 'server.disk_failed' };

const databaseHealth = async (): Promise<unknown> => {
  const { data } = (await (await server.client.get('/api/admin/dashboard')).json()) as {
    data: { health: { part: string; state: string; code: string | null }[] };
  };
  const { state, code } = data.health.find(({ part }) => part === 'database') ?? {};
  return { state, code };
};

const logged = async (): Promise<string> => {
  const folder = join(server.dataDir, 'logs');
  const files = await readdir(folder);
  return (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('\n');
};

const expectReadOnly = async ({ confirmed, refused }: Outcome): Promise<void> => {
  // A later sync is refused, too, although the disk answers again: it does not report lost writes.
  for (const answer of [...refused, await makeFolder('Later')])
    expect(await refusalOf(answer)).toEqual(diskFailed);
  expect(await server.client.names()).toEqual(confirmed);
  expect(await refusalOf(await server.client.get('/health/ready'))).toEqual(diskFailed);
  expect((await server.client.get('/health/live')).status).toBe(200);
  expect(await databaseHealth()).toEqual({ state: 'failed', code: 'database.read_only' });
  expect(await logged()).toContain('nothing is saved any more');
};

const expectMended = async ({ confirmed }: Outcome): Promise<void> => {
  await server.start();
  expect(await server.client.names()).toEqual(confirmed);
  expect((await server.client.get('/health/ready')).status).toBe(200);
  expect(await databaseHealth()).toEqual({ state: 'ok', code: null });
  await server.client.folder('After');
  expect(await server.client.names()).toEqual(['After', ...confirmed]);
};

test.each([
  { what: 'a sync of its log that fails once', end: 'kill', files: ['-wal'], when: '9' },
  { what: 'a log that cannot be synced any more', end: 'stop', files: ['-wal'], when: '9+' },
  { what: 'a disk on which nothing can be synced', end: 'kill', files: ['', '-wal'], when: '9+' },
] as const)(
  'after $what no writes are accepted, and after a $end and a start only confirmed ones exist',
  async ({ end, files, when }) => {
    await failDisk(files, when);
    const outcome = await makeFolders();
    expect(outcome.confirmed).not.toEqual([]);
    await expectReadOnly(outcome);
    await server.process[end]();
    await expectMended(outcome);
  },
  120_000,
);

test('a failed sync of the database after a checkpoint has the same effect', async () => {
  await failDisk([''], '1+');
  const outcome = await makeFolders();
  expect(outcome.confirmed.length).toBeGreaterThan(50);
  await expectReadOnly(outcome);
  expect(await server.process.stop()).toBe(0);
  await expectMended(outcome);
}, 120_000);
