/** A soak test: five hundred users who list, search, open, upload and change at once. */
import type { Item } from '@holdall/contract/files';
import { createRandom, type Random } from '../account/seed/random.ts';
import { installServer, benchAccount, startServer } from '../lib/holdall.ts';
import { type PlantedUser, plantUsers } from '../lib/plant-users.ts';
import { quantile } from '../lib/statistics.ts';
import { ask, type Call, type Connection, createConnection } from '../wire/connection.ts';
import { inLanes } from '../../scripts/process/lanes.ts';
import { keepUpRate } from '../wire/load.ts';
import { checkOf, payloadOf } from '../wire/payload.ts';
import type { Comparison, Group, Stage } from './comparison.ts';

/** People, the files that each of them has, and requests a second. */
const sizes = {
  full: { people: 500, filesOfEach: 100, rate: 150 },
  quick: { people: 50, filesOfEach: 20, rate: 15 },
} as const;
const smallSize = 10 * 1024;
const mebi = 1024 * 1024;
const words = 'invoice holiday contract minutes garden recipe budget letter'.split(' ');

interface Person extends PlantedUser {
  readonly number: number;
  readonly connection: Connection;
  /** A file of theirs that has bytes. */
  readonly file: string;
  /** End of the current action: a person does one thing after the other. */
  idle: Promise<void>;
}

const fileNames = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${words[index % words.length]} ${index}.pdf`);

const json = (value: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
});

type Action = (
  person: Person,
  iteration: number,
  random: Random,
) => { readonly call: Call; readonly status: number; readonly size?: number };

const uploadCall = (person: { readonly number: number }, name: string): Call => ({
  method: 'POST',
  path: `/api/upload?name=${encodeURIComponent(name)}`,
  headers: { 'content-type': 'application/octet-stream' },
  body: payloadOf(smallSize, person.number),
});

/** Actions of users, with their share in a hundred. */
const actions: readonly (readonly [share: number, action: Action])[] = [
  [
    50,
    ({ folder }) => ({
      call: { method: 'GET', path: `/api/browse/folders/${folder}?limit=50` },
      status: 200,
    }),
  ],
  [10, () => ({ call: { method: 'GET', path: '/api/browse/folders/root' }, status: 200 })],
  [
    10,
    (_person, _turn, random) => ({
      call: { method: 'GET', path: `/api/search?query=${random.pick(words)}` },
      status: 200,
    }),
  ],
  [
    15,
    ({ file }) => ({
      call: { method: 'GET', path: `/api/files/${file}/content` },
      status: 200,
      size: smallSize,
    }),
  ],
  [10, (person, iteration) => ({ call: uploadCall(person, `new ${iteration}.bin`), status: 201 })],
  [
    5,
    ({ file }, iteration) => ({
      call: { method: 'PATCH', path: `/api/rename/${file}`, ...json({ name: `renamed ${iteration}.bin` }) },
      status: 200,
    }),
  ],
];

const pickAction = (random: Random): Action => {
  let left = random.below(100);
  for (const [share, action] of actions) {
    if (left < share) return action;
    left -= share;
  }
  throw new Error('the shares do not come to a hundred');
};

const signed = (call: Call, { cookie }: PlantedUser, origin: string): Call => ({
  ...call,
  headers: { ...call.headers, cookie, origin },
});

const openPeople = async (origin: string, users: readonly PlantedUser[]): Promise<Person[]> => {
  const persons: Person[] = [];
  const port = Number(new URL(origin).port);
  await inLanes(8, [...users.entries()], async ([number, user]) => {
    const connection = createConnection(port);
    const call = signed(uploadCall({ number }, 'first.bin'), user, origin);
    const { body } = await ask(connection, call, [201]);
    const file = (JSON.parse(body.toString()) as Item).data.id;
    persons.push({ ...user, number, connection, file, idle: Promise.resolve() });
  });
  return persons;
};

/** One thing that one person does, checked. @returns milliseconds since it was due */
const act = async (
  person: Person,
  origin: string,
  { iteration, since, random }: { iteration: number; since: number; random: Random },
): Promise<number> => {
  const { call, status, size } = pickAction(random)(person, iteration, random);
  const check = size === undefined ? undefined : checkOf(payloadOf(size, person.number));
  const sent = signed(call, person, origin);
  await ask(person.connection, check === undefined ? sent : { ...sent, sink: check.take }, [status]);
  check?.end();
  return performance.now() - since;
};

const mixedLoad = async (stage: Stage): Promise<Comparison> => {
  const { people, filesOfEach, rate } = sizes[stage.quick ? 'quick' : 'full'];
  const place = await stage.makePlace('soak');
  await installServer(place, benchAccount);
  const users = await plantUsers(place, { count: people, files: fileNames(filesOfEach) });
  const server = await startServer(place);
  const persons = await openPeople(server.origin, users);
  const waits: number[] = [];
  const failures: string[] = [];
  let [before, after] = [Number.NaN, Number.NaN];
  const runLoad = async (seconds: number) => {
    const random = createRandom(7);
    before = (server.figures()?.resident ?? Number.NaN) / mebi;
    await keepUpRate({ rate, seconds }, async (iteration, since) => {
      const person = random.pick(persons);
      const done = person.idle.then(() => act(person, server.origin, { iteration, since, random }));
      person.idle = done.then(
        (wait) => void waits.push(wait),
        (error: unknown) => void failures.push(String(error)),
      );
      await person.idle;
    });
    after = (server.figures()?.resident ?? Number.NaN) / mebi;
  };
  const share = (name: string, part: number) => ({
    name,
    run: async () => ({ value: quantile(waits, part) }),
  });
  return {
    name: `${people} people, ${rate} requests/s, ${stage.mixedSeconds} s`,
    unit: 'ms',
    reference: 'median',
    entrants: [
      {
        name: 'median',
        run: async (round) => {
          if (round >= 0) return { value: quantile(waits, 0.5) };
          await runLoad(stage.quick ? 1 : 5);
          waits.length = 0;
          await runLoad(stage.mixedSeconds);
          if (failures.length > 0) throw new Error(`${failures.length} calls failed: ${failures[0]}`);
          return { value: quantile(waits, 0.5) };
        },
      },
      share('p95', 0.95),
      share('p99', 0.99),
      share('longest', 1),
      { name: 'MiB more at the end', run: async () => ({ value: after - before }) },
    ],
    targets: [
      { of: 'p95', figure: 'value', side: 'at most', limit: 150 },
      { of: 'MiB more at the end', figure: 'value', side: 'at most', limit: 64, unit: 'MiB' },
    ],
    rounds: 1,
    clean: async () => {
      for (const { connection } of persons) connection.close();
      await server.stop();
    },
  };
};

export const soak: Group = { title: 'Crowd', comparisons: [mixedLoad] };
