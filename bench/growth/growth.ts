/** Measures the cost of calls while an account grows, and while the touched items grow, on both databases. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../../apps/server/src/db/database.ts';
import { findPostgres } from '../../scripts/test/postgres.ts';
import { seed } from '../account/seed.ts';
import { signIn } from '../lib/client.ts';
import { benchAccount, openPlace, type Place } from '../lib/holdall.ts';
import { openEnvironment } from '../lib/environment.ts';
import { ask, createConnection } from '../wire/connection.ts';
import { createCurves, type Curve, type Database, databases, readingOf } from './curve.ts';
import type { Action, Growing, Stage, Touched } from './action.ts';
import { accountActions, folderActions } from './actions.ts';
import { plantTouched, type TouchedSpec } from './setup.ts';
import { measureLifecycle } from './life.ts';
import { measure } from './measure.ts';
import { createMeter, findDatabaseServer } from './meter.ts';
import { picturesOf } from './picture.ts';
import { brief, tableOf } from './table.ts';

export interface GrowthOptions {
  /** An empty folder. */
  readonly temporary: string;
  readonly quick: boolean;
  /** Topics whose names contain it; empty: all. */
  readonly only: string;
  readonly say: (text: string) => void;
}

interface Scale {
  /** Items of the accounts. */
  readonly accounts: readonly number[];
  /** Touched folders where the account grows. */
  readonly same: TouchedSpec;
  /** Touched folders in the largest account. */
  readonly growing: readonly TouchedSpec[];
}

const scales: Record<'full' | 'quick', Scale> = {
  full: {
    accounts: [1_000, 10_000, 100_000, 1_000_000],
    same: { count: 1_000, toDelete: 5 },
    growing: [
      { count: 100, toDelete: 8 },
      { count: 1_000, toDelete: 5 },
      { count: 10_000, toDelete: 2 },
      { count: 100_000, toDelete: 1 },
    ],
  },
  quick: {
    accounts: [1_000, 10_000],
    same: { count: 100, toDelete: 3 },
    growing: [
      { count: 100, toDelete: 3 },
      { count: 1_000, toDelete: 2 },
    ],
  },
};

const smallFile = Buffer.alloc(10 * 1024, 'growth');

interface GrowthRun {
  readonly database: Database;
  readonly items: number;
  readonly isLast: boolean;
  readonly scale: Scale;
  readonly curves: ReturnType<typeof createCurves>;
  readonly say: GrowthOptions['say'];
  readonly only: string;
}

/** Milliseconds between two checks whether a deletion has ended, and after which it has failed. */
const lookEvery = 20;
const patience = 300_000;

const waitUntilSwept = async (db: Db, ownerId: string): Promise<void> => {
  const start = performance.now();
  for (;;) {
    const purged = db.selectFrom('items').select('id').where('owner_id', '=', ownerId);
    const left = await purged.where('purged_at', 'is not', null).limit(1).executeTakeFirst();
    if (left === undefined) return;
    if (performance.now() - start > patience) throw new Error('what was deleted for good is still there');
    await delay(lookEvery);
  }
};

interface Surface {
  readonly origin: string;
  readonly db: Db;
  readonly ownerId: string;
}

const openStage = async ({ origin, db, ownerId }: Surface, large: Stage['large']) => {
  const connection = createConnection(Number(new URL(origin).port));
  const headers = { cookie: await signIn(origin, benchAccount), origin };
  const call: Stage['ask'] = (method, path, payload) =>
    ask(
      connection,
      {
        method,
        path,
        headers: payload === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        ...(payload === undefined ? {} : { body: Buffer.from(JSON.stringify(payload)) }),
      },
      [200, 201],
    );
  const { body } = await call('POST', '/api/create-folder', { name: 'elsewhere' });
  const stage: Stage = {
    ask: call,
    large,
    swept: () => waitUntilSwept(db, ownerId),
    elsewhere: (JSON.parse(body.toString()) as { data: { id: string } }).data.id,
    upload: async (parent, name) => {
      const path = `/api/upload?parent_id=${parent}&name=${encodeURIComponent(name)}`;
      const sent = { ...headers, 'content-type': 'application/octet-stream' };
      await ask(connection, { method: 'POST', path, headers: sent, body: smallFile }, [201]);
    },
    fetch: async (path, size) => {
      const call = { method: 'GET', path, headers, sink: () => undefined };
      const { bytes } = await ask(connection, call, [200]);
      if (bytes !== size) throw new Error(`${bytes} bytes of an archive of ${size} came`);
    },
  };
  return { stage, close: connection.close };
};

const measureActions = async (
  { database, curves, only, say }: GrowthRun,
  actions: readonly Action[],
  { growing, items, meter }: { growing: Growing; items: number; meter: ReturnType<typeof createMeter> },
): Promise<void> => {
  for (const action of actions.filter(({ topic }) => topic.includes(only))) {
    const cost = await measure(action, meter).catch((error: unknown) => {
      throw new Error(`${database}, ${items} ${growing}: ${action.name}`, { cause: error });
    });
    const { topic, name, complexity } = action;
    say(
      `  ${name}, ${items} ${growing === 'account' ? 'in the account' : 'touched'}: ${brief(cost.cpuMs)} ms of CPU, ${brief(cost.wallMs)} ms`,
    );
    curves.add(database, { topic, name, complexity, growing, unit: 'ms' }, readingOf(items, cost));
  }
};

/** Everything that is measured with one account. */
const runAccount = async (growthRun: GrowthRun, place: Place): Promise<void> => {
  const { database, items, isLast, scale, curves, say } = growthRun;
  const clock = () => (performance.now() / 1000).toFixed(0);
  const start = performance.now();
  const { ownerId, largeFolder } = await seed(place, items);
  const specs = [scale.same, ...(isLast ? scale.growing : [])];
  const [same, ...growing] = (await plantTouched(place, ownerId, specs)) as [Touched, ...Touched[]];
  say(
    `${clock()} s: ${items} items on ${database} planted in ${((performance.now() - start) / 1000).toFixed(0)} s`,
  );
  const databaseServer = await findDatabaseServer(place);
  const { start: starting, memory, server } = await measureLifecycle(place, databaseServer);
  const db = openPlace(place);
  try {
    const life = { topic: 'life', growing: 'account', complexity: 'flat' } as const;
    curves.add(database, { ...life, name: 'Start until it answers', unit: 'ms' }, readingOf(items, starting));
    curves.add(database, { ...life, name: 'Memory at rest', unit: 'MiB' }, { items, value: memory });
    const meter = createMeter([server.pid, databaseServer].flatMap((pid) => pid ?? []));
    const { stage, close } = await openStage(
      { origin: server.origin, db, ownerId },
      { id: largeFolder, count: Math.floor(items / 10) },
    );
    const inAccount = { growing: 'account', items, meter } as const;
    await measureActions(growthRun, await accountActions(stage), inAccount);
    await measureActions(growthRun, folderActions(stage, same, 'flat'), inAccount);
    for (const touched of growing)
      await measureActions(growthRun, folderActions(stage, touched, 'linear'), {
        growing: 'touched',
        items: touched.count,
        meter,
      });
    close();
  } finally {
    await db.destroy();
    await server.stop();
  }
};

const runDatabase = async (
  database: Database,
  { temporary, quick, only, say }: GrowthOptions,
  curves: GrowthRun['curves'],
): Promise<void> => {
  const folder = join(temporary, database);
  mkdirSync(folder);
  const environment = await openEnvironment({
    postgres: database === 'PostgreSQL' ? '' : undefined,
    s3: false,
    temporary: folder,
  });
  const scale = scales[quick ? 'quick' : 'full'];
  try {
    for (const items of scale.accounts) {
      const isLast = items === scale.accounts.at(-1);
      await runAccount(
        { database, items, isLast, scale, curves, only, say },
        await environment.makePlace(`growth${items}`),
      );
    }
  } finally {
    await environment.stop();
  }
};

/**
 * Measures, prints the table and draws the pictures of docs/performance.md.
 *
 * @returns the curves, each with its exponent and whether that is what it is to be
 */
export const runGrowth = async (options: GrowthOptions): Promise<Curve[]> => {
  const { quick, say } = options;
  const curves = createCurves();
  for (const database of databases)
    if (database === 'PostgreSQL' && findPostgres() === undefined)
      say('PostgreSQL is left out: it is not installed.');
    else await runDatabase(database, options, curves);
  const all = curves.all();
  say(tableOf(all));
  // Two points are no picture.
  if (!quick) {
    const folder = join(import.meta.dirname, '../../docs/images');
    for (const { topic, svg } of picturesOf(all)) writeFileSync(join(folder, `growth-${topic}.svg`), svg);
    say(`pictures are in ${folder}`);
  }
  return all;
};
