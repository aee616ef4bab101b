import { once } from 'node:events';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openPostgresListener } from '#adapters/postgres/postgres-listener.ts';
import { createTcpGate } from '#testing/tcp-gate.ts';
import { createTestDatabase } from '#testing/test-database.ts';

test('an unresponsive connection is closed all the same', async () => {
  const database = await createTestDatabase();
  if (database.choice.kind === 'sqlite') throw new Error('this test is about PostgreSQL');
  const { hostname, port, username, password, pathname } = new URL(database.choice.url);
  const gate = await createTcpGate({ host: hostname, port: Number(port || 5432) });
  const client = new pg.Client({
    host: '127.0.0.1',
    port: gate.port,
    user: username,
    password,
    database: pathname.slice(1),
    ssl: false,
  });
  const channel = await openPostgresListener({
    createClient: () => client,
    onMessage: () => undefined,
    onReconnected: () => undefined,
    onBroken: () => undefined,
  });
  gate.mute();
  const closed = once(client.connection.stream, 'close');
  await channel.close();
  await closed;
  expect(client.connection.stream.destroyed).toBe(true);
  await gate.shut();
  await database.drop();
});
