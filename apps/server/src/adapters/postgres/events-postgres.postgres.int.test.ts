import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPostgresEvents } from '#adapters/postgres/events-postgres.ts';
import { createPostgresClient } from '#db/dialects/postgres.ts';
import { type AppEvent, type Events, filesEvent } from '#ports/events.ts';
import { eventually } from '#testing/eventually.ts';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '#testing/test-database.ts';

interface Node {
  readonly events: Events;
  /** Events received so far, oldest first. */
  readonly heard: AppEvent[];
  /** Causes of its broken connections, in order. */
  readonly broken: unknown[];
  /** False keeps the node disconnected. */
  mayConnect: boolean;
  /** Breaks its connection. */
  cut(): Promise<void>;
}

let database: TestDatabase;
const nodes: Node[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const { events } of nodes.splice(0)) await events.close();
  await database.drop();
});

const placeOf = ({ choice }: TestDatabase) => {
  if (choice.kind === 'sqlite') throw new Error('these tests are about PostgreSQL');
  return { url: choice.url, schema: choice.schema };
};

const open = async (name: string, at = database, key = 'a secret'): Promise<Node> => {
  const place = placeOf(at);
  const label = `${place.schema} ${name}`;
  const heard: AppEvent[] = [];
  const broken: unknown[] = [];
  const createClient = (): pg.Client => {
    if (!node.mayConnect) return new pg.Client({ host: '127.0.0.1', port: 9 });
    return new pg.Client({
      connectionString: place.url,
      options: `-c search_path=${place.schema}`,
      application_name: label,
      query_timeout: 5_000,
    });
  };
  const node: Omit<Node, 'events'> & { events?: Events } = {
    heard,
    broken,
    mayConnect: true,
    cut: async () => {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${label}`.execute(
        database.db,
      );
    },
  };
  const events = await openPostgresEvents({
    createClient,
    key,
    onFailure: (error) => {
      throw error;
    },
    onBroken: (error) => broken.push(error),
  });
  events.subscribe((event) => heard.push(event));
  const opened = Object.assign(node, { events });
  nodes.push(opened);
  return opened;
};

const missed: AppEvent = { kind: 'events-missed' };
const ended = (session: string): AppEvent => ({ kind: 'session-ended', session });

test('all nodes receive the events of one in order; the sender delivers its own at once and only once', async () => {
  const [one, other] = [await open('one'), await open('other')];
  const said = Array.from({ length: 500 }, (_, index) => ended(`${index}`));
  for (const event of said) one.events.publish(event);
  expect(one.heard).toEqual(said);
  await eventually(() => expect(other.heard).toEqual(said));
  // The other node's event comes behind the node's own messages, if it received those.
  other.events.publish(ended('last'));
  await eventually(() => expect(one.heard.at(-1)).toEqual(ended('last')));
  expect(one.heard).toEqual([...said, ended('last')]);
  expect(other.heard).toEqual([...said, ended('last')]);
});

test('work that follows from a stored file is done by one node', async () => {
  const [one, other] = [await open('one'), await open('other')];
  const stored = { ownerId: 'ada', itemId: 'item', blobId: 'blob', mimetype: 'image/png' };
  one.events.publish({ kind: 'file-stored', ...stored });
  one.events.publish(ended('behind it'));
  await eventually(() => expect(other.heard).toEqual([ended('behind it')]));
  expect(one.heard).toEqual([{ kind: 'file-stored', ...stored }, ended('behind it')]);
});

test('a change that exceeds a notification is sent in a short form', async () => {
  const [one, other] = [await open('one'), await open('other')];
  const itemIds = Array.from({ length: 50_000 }, (_, index) => `018f0000-0000-7000-8000-${index}`);
  one.events.publish(filesEvent({ ownerId: 'ada', origin: '1.2', containers: [null], itemIds, tree: true }));
  const told = filesEvent({ ownerId: 'ada', origin: '1.2', tree: true, everything: true });
  await eventually(() => expect(other.heard).toEqual([told]));
  expect(one.heard).toMatchObject([{ itemIds, everything: false }]);
});

test('installations in one database do not receive each other’s events', async () => {
  const { url } = placeOf(database);
  const beside = openTestDatabase({ kind: 'postgres', url, schema: 'beside', poolSize: 1 });
  await sql`create schema beside`.execute(beside.db);
  const [one, other, foreign] = [await open('one'), await open('other'), await open('foreign', beside)];
  one.events.publish(ended('ours'));
  foreign.events.publish(ended('theirs'));
  await eventually(() => expect(other.heard).toEqual([ended('ours')]));
  other.events.publish(ended('last'));
  await eventually(() => expect(one.heard.at(-1)).toEqual(ended('last')));
  expect([one, other].flatMap(({ heard }) => heard)).not.toContainEqual(ended('theirs'));
  expect(foreign.heard).toEqual([ended('theirs')]);
  await foreign.events.close();
  await beside.db.destroy();
});

test('a client of the database without the secret can send no event', async () => {
  const [one, other] = [await open('one'), await open('other')];
  const foreign = await open('foreign', database, 'a guess');
  foreign.events.publish({ kind: 'session-renewed', session: 'ours', renewed: 'theirs' });
  one.events.publish(ended('ours'));
  await eventually(() => expect(other.heard).toEqual([ended('ours')]));
  other.events.publish(ended('last'));
  await eventually(() => expect(one.heard).toEqual([ended('ours'), ended('last')]));
  expect(foreign.heard).toHaveLength(1);
});

test('a node whose connection broke reconnects and reports missed events', async () => {
  const [one, other] = [await open('one'), await open('other')];
  await other.cut();
  await eventually(() => expect(other.heard).toEqual([missed]));
  expect(other.broken).toHaveLength(1);
  one.events.publish(ended('afterwards'));
  await eventually(() => expect(other.heard).toEqual([missed, ended('afterwards')]));
  // Nothing was missed of the other one's: it had nothing to say.
  other.events.publish(ended('last'));
  await eventually(() => expect(one.heard.at(-1)).toEqual(ended('last')));
  expect(one.heard).toEqual([ended('afterwards'), ended('last')]);
});

test('other nodes learn that they missed events that a node could not send', async () => {
  const [one, other] = [await open('one'), await open('other')];
  one.mayConnect = false;
  await one.cut();
  await eventually(() => expect(one.broken.length).toBeGreaterThan(1));
  one.events.publish(ended('meanwhile'));
  expect(one.heard).toEqual([ended('meanwhile')]);
  one.mayConnect = true;
  await eventually(() => expect(other.heard).toEqual([missed]));
  one.events.publish(ended('afterwards'));
  await eventually(() => expect(other.heard).toEqual([missed, ended('afterwards')]));
  expect(one.heard).toEqual([ended('meanwhile'), missed, ended('afterwards')]);
});

test('the last events are sent before a node closes', async () => {
  const [one, other] = [await open('one'), await open('other')];
  one.events.publish(ended('farewell'));
  await one.events.close();
  await eventually(() => expect(other.heard).toEqual([ended('farewell')]));
  other.events.publish(ended('to nobody'));
  expect(one.heard).toEqual([ended('farewell')]);
});

test('a connection for events times out without an answer', async () => {
  const client = createPostgresClient(placeOf(database));
  await client.connect();
  await expect(client.query('select pg_sleep(60)')).rejects.toThrow(/timeout/i);
  await client.end();
});

test('an unreachable database is reported at the start', async () => {
  const nowhere = openPostgresEvents({
    createClient: () => new pg.Client({ host: '127.0.0.1', port: 9 }),
    key: 'any',
    onFailure: () => undefined,
    onBroken: () => undefined,
  });
  await expect(nowhere).rejects.toThrow(/ECONNREFUSED/);
});
