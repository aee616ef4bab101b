import { createHash } from 'node:crypto';
import type pg from 'pg';
import { createKeyedQueue } from '#lib/concurrency/keyed-queue.ts';

/** Milliseconds between two probes of the connection. */
const probeEveryMs = 5_000;
/** Milliseconds until a lost connection is reopened: the first back-off, and the longest. */
const firstBackoffMs = 100;
const longestBackoffMs = 5_000;
/** Milliseconds that a connection has for its goodbye. */
const closeTimeoutMs = 1_000;

/** A connection that listens to and sends notifications. It reconnects when it breaks. */
export interface PostgresListener {
  /** Sends messages to all listeners, in order. @throws where they may not have been received */
  notify(texts: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export interface PostgresListenerOptions {
  /** A connection of its own, not open yet, whose queries are given up after a while. */
  readonly createClient: () => pg.Client;
  readonly onMessage: (text: string) => void;
  /** The connection is back; notifications in between were missed. */
  readonly onReconnected: () => void;
  /** The connection broke, or a reconnection failed. */
  readonly onBroken: (error: unknown) => void;
}

/** Channels belong to a database, in which several installations may have a schema each. */
const channelOf = (schema: string): string =>
  `holdall_${createHash('sha256').update(schema).digest('hex').slice(0, 24)}`;

interface Connection {
  readonly client: pg.Client;
  readonly channel: string;
  /** Asks one thing after the other, as the client wants it. */
  readonly ask: (sql: string, values?: readonly unknown[]) => Promise<unknown>;
}

/** Closes a connection without waiting: one that does not answer would not say goodbye either. */
const drop = (client: pg.Client): void => {
  client.removeAllListeners('notification');
  client.end().catch(() => undefined);
  client.connection.stream.destroy();
};

/** Closes a connection gracefully, with a time limit. */
const closeGracefully = async (client: pg.Client): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, closeTimeoutMs);
  });
  await Promise.race([client.end().catch(() => undefined), elapsed]);
  clearTimeout(timer);
  drop(client);
};

const connect = async (client: pg.Client, onMessage: (text: string) => void): Promise<Connection> => {
  // The `end` event handles a failure; without this listener an error would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ schema: string | null }>('select current_schema() as schema');
    const channel = channelOf(rows[0]?.schema ?? '');
    client.on('notification', ({ payload }) => onMessage(payload ?? ''));
    await client.query(`listen ${channel}`);
    const enqueue = createKeyedQueue();
    return {
      client,
      channel,
      ask: (sql, values = []) => enqueue('', () => client.query(sql, [...values])),
    };
  } catch (error) {
    drop(client);
    throw error;
  }
};

/** @throws where the first connection cannot be made */
export const openPostgresListener = async ({
  createClient,
  onMessage,
  onReconnected,
  onBroken,
}: PostgresListenerOptions): Promise<PostgresListener> => {
  let current: Connection | undefined;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const use = (connection: Connection): void => {
    current = connection;
    connection.client.once('end', () => lose(connection, new Error('The connection for events has ended.')));
  };
  const reconnect = (backoffMs: number): void => {
    timer = setTimeout(() => {
      connect(createClient(), onMessage).then(
        (connection) => {
          if (isClosed) return drop(connection.client);
          use(connection);
          onReconnected();
        },
        (error: unknown) => {
          if (isClosed) return;
          onBroken(error);
          reconnect(Math.min(longestBackoffMs, backoffMs * 2));
        },
      );
    }, backoffMs).unref();
  };
  const lose = (connection: Connection, error: unknown): void => {
    if (current !== connection) return;
    current = undefined;
    drop(connection.client);
    if (isClosed) return;
    onBroken(error);
    reconnect(firstBackoffMs);
  };

  use(await connect(createClient(), onMessage));
  const probes = setInterval(() => {
    const probed = current;
    probed?.ask('select 1').catch((error: unknown) => lose(probed, error));
  }, probeEveryMs).unref();

  return {
    notify: async (texts) => {
      const used = current;
      if (used === undefined) throw new Error('There is no connection for events.');
      try {
        await used.ask('select pg_notify($1, said) from unnest($2::text[]) as said', [used.channel, texts]);
      } catch (error) {
        // On any failure the connection is replaced, which tells the node that events were missed.
        lose(used, error);
        throw error;
      }
    },
    close: async () => {
      isClosed = true;
      clearInterval(probes);
      clearTimeout(timer);
      if (current !== undefined) await closeGracefully(current.client);
    },
  };
};
