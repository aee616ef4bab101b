/** Changes of very many items by one person, while another one renames a file every now and then. */
import type { Change } from '@holdall/contract/actions';
import type { Browse, Item } from '@holdall/contract/files';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createClient } from '../lib/client.ts';
import { benchAccount, installServer, startServer } from '../lib/holdall.ts';
import { plantUsers } from '../lib/plant-users.ts';
import { quantile } from '../lib/statistics.ts';
import type { Comparison, Group, Stage } from './comparison.ts';

/** Items of the large folder. */
const sizes = { full: 100_000, quick: 10_000 } as const;
/** Items that one call may name. */
const named = 10_000;
/** Milliseconds between two renames, and between two looks at the event loop. */
const [renameEvery, lookEvery] = [50, 10];
/** Milliseconds that another person's write may wait. */
const limit = 250;

interface Person {
  /** A call that must succeed. @throws with the answer where it does not */
  ask<T>(method: string, path: string, payload?: unknown): Promise<T>;
  readonly client: Client;
  readonly folder: string;
}

const personOf = (origin: string, { cookie, folder }: { cookie: string; folder: string }): Person => {
  const client = createClient(origin, cookie);
  return {
    client,
    folder,
    ask: async <T>(method: string, path: string, payload?: unknown) => {
      const { status, body } = await client.call(method, path, payload);
      if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${body.slice(0, 500)}`);
      return (body === '' ? undefined : JSON.parse(body)) as T;
    },
  };
};

/** Calls again and again until the signal. @returns the milliseconds of each call */
const repeat = async (every: number, over: AbortSignal, call: () => Promise<unknown>): Promise<number[]> => {
  const waits: number[] = [];
  while (!over.aborted) {
    const start = performance.now();
    await call();
    waits.push(performance.now() - start);
    await delay(Math.max(0, start + every - performance.now()));
  }
  return waits;
};

interface Waits {
  /** Milliseconds of the change itself. */
  readonly took: number;
  /** Milliseconds of another person's renames, and of calls that only need the event loop. */
  readonly renames: readonly number[];
  readonly loop: readonly number[];
}

interface Scene {
  readonly person: Person;
  /** Empty. */
  readonly target: string;
  readonly count: number;
}
/** One change of very many items, what precedes it, and what puts things back. */
interface Action {
  readonly name: string;
  readonly before?: (scene: Scene) => Promise<unknown>;
  readonly run: (scene: Scene) => Promise<Change | undefined>;
  readonly after?: (scene: Scene, done: Change | undefined) => Promise<unknown>;
}

const undo = ({ person }: Scene, done: Change | undefined): Promise<Change> =>
  person.ask('POST', '/api/undo', { operation: done?.meta.operation });
const allIn = (id: string) => ({ all_of: { id } });
const moveAll = ({ person }: Scene, from: string, to: string): Promise<Change> =>
  person.ask('POST', '/api/move', { to_id: to, ...allIn(from) });
const removeAll = ({ person }: Scene): Promise<Change> =>
  person.ask('POST', '/api/remove', allIn(person.folder));

const listNamed = async ({ person, count }: Scene): Promise<{ id: string; type: string }[]> => {
  const items = [];
  for (let offset = 0; offset < Math.min(named, count); offset += 1_000) {
    const path = `/api/browse/folders/${person.folder}?sort=name&direction=ASC&offset=${offset}&limit=1000`;
    const { files } = await person.ask<Browse>('GET', path);
    for (const { data } of files.data) items.push({ id: data.id, type: 'file' });
  }
  return items;
};

const emptyTrash = async ({ person }: Scene): Promise<undefined> => {
  await person.ask('DELETE', '/api/trash/dump');
};

const actions = async (scene: Scene): Promise<Action[]> => {
  const { person, target } = scene;
  const items = await listNamed(scene);
  let removed: Change | undefined;
  return [
    { name: 'nothing', run: async () => delay(2_000, undefined) },
    {
      name: 'copy the folder',
      run: () =>
        person.ask('POST', '/api/copy', { to_id: target, items: [{ id: person.folder, type: 'folder' }] }),
      after: undo,
    },
    {
      name: `copy all its items`,
      run: () => person.ask('POST', '/api/copy', { to_id: target, ...allIn(person.folder) }),
      after: undo,
    },
    {
      name: `move ${items.length} named items`,
      run: () => person.ask('POST', '/api/move', { to_id: target, items }),
      after: () => moveAll(scene, target, person.folder),
    },
    {
      name: 'move all its items',
      run: () => moveAll(scene, person.folder, target),
      after: () => moveAll(scene, target, person.folder),
    },
    { name: 'move all its items to the trash', run: async () => (removed = await removeAll(scene)) },
    { name: 'undo that', run: () => undo(scene, removed) },
    {
      name: 'restore all of the trash',
      before: removeAll,
      run: () => person.ask('POST', '/api/trash/restore', { all_of: { id: 'root', in: 'trash' } }),
    },
    { name: 'empty the trash', before: removeAll, run: emptyTrash },
    // The purge of the rows goes on in the background.
    { name: 'purge what was in it', run: () => delay(10_000, undefined) },
  ];
};

const show = (name: string, { took, renames, loop }: Waits): string => {
  const of = (numbers: readonly number[]) =>
    [0.5, 0.95, 1].map((share) => Math.round(quantile(numbers, share))).join(' / ');
  return `${name}: ${Math.round(took)} ms; renames ${of(renames)} (${renames.length}); event loop ${of(loop)}`;
};

const longChanges = async (stage: Stage): Promise<Comparison> => {
  const count = sizes[stage.quick ? 'quick' : 'full'];
  const place = await stage.makePlace('long-changes');
  await installServer(place, benchAccount);
  const files = Array.from({ length: count }, (_, index) => `IMG_${index}.jpg`);
  const users = await plantUsers(place, { count: 2, files });
  const server = await startServer(place);
  const [person, other] = users.map((user) => personOf(server.origin, user));
  if (person === undefined || other === undefined) throw new Error('nobody was planted');
  const { data } = await person.ask<Item>('POST', '/api/create-folder', { name: 'target' });
  const page = await other.ask<Browse>('GET', `/api/browse/folders/${other.folder}?limit=1`);
  const file = page.files.data[0]?.data.id ?? '';
  const scene = { person, target: data.id, count };
  const waiting = createClient(server.origin);
  let renamed = 0;
  const during = async ({ before, run, after }: Action): Promise<Waits> => {
    await before?.(scene);
    const over = new AbortController();
    const renames = repeat(renameEvery, over.signal, () =>
      other.ask('PATCH', `/api/rename/${file}`, { name: `renamed ${(renamed += 1)}.jpg` }),
    );
    const loop = repeat(lookEvery, over.signal, () => waiting.call('GET', '/health/live'));
    const start = performance.now();
    try {
      const done = await run(scene);
      const took = performance.now() - start;
      over.abort();
      const waits = { took, renames: await renames, loop: await loop };
      await after?.(scene, done);
      return waits;
    } finally {
      over.abort();
    }
  };
  const entrants = (await actions(scene)).map((action) => ({
    name: action.name,
    run: async () => {
      const waits = await during(action);
      process.stdout.write(`${show(action.name, waits)}\n`);
      return { value: quantile(waits.renames, 1) };
    },
  }));
  return {
    name: `Longest wait for a rename during changes of ${count} items`,
    unit: 'ms',
    reference: 'nothing',
    entrants,
    targets: entrants.map(({ name: of }) => ({ of, figure: 'value', side: 'at most', limit }) as const),
    rounds: 1,
    warmUp: false,
    clean: async () => {
      for (const { client } of [person, other]) client.close();
      waiting.close();
      await server.stop();
    },
  };
};

export const longWork: Group = { title: 'Long changes', comparisons: [longChanges] };
