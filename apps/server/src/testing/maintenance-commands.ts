import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type Ran, runHere } from '#testing/run-here.ts';
import { environmentOf, type Spawned, spawnHoldall } from '#testing/spawn-server.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';

/** An installation's folder, on PostgreSQL its schema, and its environment. */
export interface Place {
  readonly dataDir: string;
  readonly database: TestDatabase;
  readonly env?: Readonly<Record<string, string>>;
}

export type { Ran as Said };

interface Check {
  readonly check: string;
  readonly found: number;
  readonly repaired: number;
  readonly examples: readonly string[];
}

export const operatorsAdmin = {
  HOLDALL_ADMIN_EMAIL: 'ada@example.com',
  HOLDALL_ADMIN_PASSWORD: 'correct horse battery',
};

const environment = ({ dataDir, database, env }: Place): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  ...environmentOf(database, dataDir),
  ...env,
});

/** Runs a command line in this process: as the program would, and sooner. */
export const commandIn = (place: Place, ...args: string[]): Promise<Ran> => runHere(args, environment(place));

/** A command's answer for programs. */
export const answerOf = async (place: Place, ...args: string[]) => {
  const { code, output } = await commandIn(place, ...args, '--json');
  try {
    return { code, value: JSON.parse(output) as Record<string, unknown> };
  } catch {
    throw new Error(`${args.join(' ')} ended with ${code}: ${output}`);
  }
};

/** Runs the doctor. */
export const examine = async (place: Place, ...args: string[]) => {
  const { code, value } = await answerOf(place, 'doctor', ...args);
  const faults = (value['checks'] as Check[]).filter(({ found }) => found > 0);
  return {
    code,
    faults,
    summary: faults.map(({ check, found }) => `${check} ${found}`),
  };
};

/** The doctor's result without faults. */
export const nothingWrong = { code: 0, faults: [], summary: [] };

export const shaOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Every published blob of a folder. */
export const blobFiles = async (folder: string): Promise<string[]> => {
  const entries = await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /^[0-9a-f]{32}$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
};

export interface Site {
  readonly origin: string;
  readonly cookie: string;
  readonly upload: (name: string, bytes: Uint8Array) => Promise<string>;
  /** @returns undefined where the file does not exist */
  readonly download: (id: string) => Promise<Buffer | undefined>;
  readonly post: (path: string, body: object) => Promise<Response>;
  readonly stop: () => Promise<void>;
}

export interface MaintenanceHarness {
  /** A place for an installation; it is gone after the test. */
  readonly newPlace: (name: string, env?: Place['env']) => Promise<Place>;
  /** Below the folder of the test. */
  readonly pathOf: (name: string) => string;
  /** Runs the real program as its own process. */
  readonly spawn: (place: Place, ...args: string[]) => Spawned;
  /** Starts a real server, with its administrator signed in. */
  readonly serve: (place: Place) => Promise<Site>;
}

/** Folders, databases and processes of a test. */
export const useMaintenance = (): MaintenanceHarness => {
  let folder: string;
  let places: Place[];
  let running: Spawned[];
  beforeEach(async () => {
    places = [];
    running = [];
    folder = await mkdtemp(join(tmpdir(), 'holdall-maintenance-'));
  });
  afterEach(async () => {
    for (const { process: child } of running) child.kill('SIGKILL');
    await Promise.all(running.map(({ finished }) => finished));
    for (const { database } of places) await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const spawn = (place: Place, ...args: string[]): Spawned => {
    const spawned = spawnHoldall(args, {
      ...environment(place),
      ...(args[0] === 'serve' ? operatorsAdmin : {}),
    });
    running.push(spawned);
    return spawned;
  };
  return {
    newPlace: async (name, env = {}) => {
      const place = { dataDir: join(folder, name), database: await createTestDatabase(), env };
      places.push(place);
      return place;
    },
    pathOf: (name) => join(folder, name),
    spawn,
    serve: async (place) => {
      const server = spawn(place, 'serve');
      const origin = (await server.printed(/ready at (http:\/\/\S+)/))[1] ?? '';
      const signedIn = await fetch(`${origin}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          email: operatorsAdmin.HOLDALL_ADMIN_EMAIL,
          password: operatorsAdmin.HOLDALL_ADMIN_PASSWORD,
        }),
      });
      const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
      return {
        origin,
        cookie,
        upload: async (name, bytes) => {
          const answer = await fetch(`${origin}/api/upload?name=${encodeURIComponent(name)}`, {
            method: 'POST',
            headers: { cookie, 'content-type': 'application/octet-stream' },
            body: new Uint8Array(bytes),
          });
          if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`);
          return ((await answer.json()) as { data: { id: string } }).data.id;
        },
        download: async (id) => {
          const answer = await fetch(`${origin}/api/files/${id}/content`, { headers: { cookie } });
          return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined;
        },
        post: (path, body) =>
          fetch(`${origin}${path}`, {
            method: 'POST',
            headers: { cookie, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }),
        stop: async () => {
          server.process.kill('SIGTERM');
          await server.finished;
        },
      };
    },
  };
};
