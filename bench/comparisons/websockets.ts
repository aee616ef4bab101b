/** Clients that stay connected by WebSockets and wait for what changes. */
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '@holdall/contract/settings';
import { WebSocket } from 'ws';
import { inLanes } from '../../scripts/process/lanes.ts';
import { benchAccount, installServer, type RunningServer, startNode, startServer } from '../lib/holdall.ts';
import { type PlantedUser, plantUsers } from '../lib/plant-users.ts';
import { ask, createConnection } from '../wire/connection.ts';
import type { Stage } from './comparison.ts';

/** Connections of one person: as many as a person may have. */
export const connectionsOfEach = 40;
/** Connections that are being made at once. */
const lanes = 8;
/** Milliseconds after which a change counts as not received. */
const patience = 30_000;

/** Connections that receive the same changes. */
interface Group {
  /** Makes one more connection to it. */
  readonly connect: () => Promise<WebSocket>;
  /** Makes a change of which all connections of the group are notified. */
  readonly change: (number: number) => Promise<unknown>;
}

export interface WebSocketClients {
  readonly figures: RunningServer['figures'];
  /** The server's memory before the first connection, in bytes. */
  readonly before: number;
  /** Changes something in each group, one after the other within a second. @returns when each has heard of it, in milliseconds since it was due */
  hear(this: void, round: number): Promise<number[]>;
  close(this: void): Promise<void>;
}

/** The next message that is one of these. @throws where none comes */
const nextMessage = (socket: WebSocket, isWanted: (text: string) => boolean): Promise<string> =>
  new Promise((resolve, reject) => {
    const look = (data: unknown): void => {
      const text = String(data);
      if (!isWanted(text)) return;
      clearTimeout(timer);
      socket.off('message', look);
      resolve(text);
    };
    const timer = setTimeout(() => reject(new Error('a connection was not told')), patience);
    socket.on('message', look);
  });

const openClients = async (
  server: RunningServer,
  count: number,
  groupOf: (index: number) => Promise<Group>,
): Promise<WebSocketClients> => {
  const before = server.figures()?.resident ?? Number.NaN;
  const groups: { readonly group: Group; readonly sockets: WebSocket[] }[] = [];
  await inLanes(
    lanes,
    Array.from({ length: Math.ceil(count / connectionsOfEach) }, (_, index) => index),
    async (index) => {
      const group = await groupOf(index);
      const sockets: WebSocket[] = [];
      const size = Math.min(connectionsOfEach, count - index * connectionsOfEach);
      while (sockets.length < size) sockets.push(await group.connect());
      groups.push({ group, sockets });
    },
  );
  return {
    figures: server.figures,
    before,
    hear: async (round) => {
      const waits: number[] = [];
      const start = performance.now();
      const told = groups.map(async ({ group, sockets }, index) => {
        const due = start + (index * 1_000) / groups.length;
        const ears = sockets.map(async (socket) => {
          await nextMessage(socket, (text) => text.includes('"files.changed"'));
          waits.push(performance.now() - due);
        });
        await delay(Math.max(0, due - performance.now()));
        await Promise.all([group.change(round), ...ears]);
      });
      await Promise.all(told);
      return waits;
    },
    close: async () => {
      for (const { sockets } of groups) for (const socket of sockets) socket.terminate();
      await server.stop();
    },
  };
};

const openSocket = async (address: string, headers: Record<string, string>): Promise<WebSocket> => {
  const socket = new WebSocket(address, { headers, perMessageDeflate: false });
  await once(socket, 'open');
  socket.on('error', () => undefined);
  return socket;
};

/** Waits for an event of Pusher's protocol. @returns its data */
const nextEvent = async (socket: WebSocket, event: string): Promise<unknown> => {
  const { data } = JSON.parse(await nextMessage(socket, (text) => text.includes(`"${event}"`))) as {
    data: unknown;
  };
  return typeof data === 'string' ? JSON.parse(data) : data;
};

/** A person with many tabs. */
const personAt = async (origin: string, user: PlantedUser | undefined): Promise<Group> => {
  const connection = createConnection(Number(new URL(origin).port));
  const cookie = user?.cookie ?? '';
  const call = async (method: string, path: string, payload?: object): Promise<unknown> => {
    const headers = { cookie, origin, 'content-type': 'application/json' };
    const body = payload === undefined ? {} : { body: Buffer.from(JSON.stringify(payload)) };
    const answer = await ask(connection, { method, path, headers, ...body }, [200, 201]);
    return JSON.parse(answer.body.toString());
  };
  const { broadcasting } = (await call('GET', '/api/config')) as Config;
  const { data } = (await call('GET', '/api/user')) as { data: { id: string } };
  const channel = `private-user.${data.id}`;
  const address = `${origin.replace('http', 'ws')}/realtime/app/${broadcasting?.key}?protocol=7`;
  return {
    connect: async () => {
      const socket = new WebSocket(address, { headers: { cookie, origin }, perMessageDeflate: false });
      const greeting = (await nextEvent(socket, 'pusher:connection_established')) as { socket_id: string };
      const asked = { socket_id: greeting.socket_id, channel_name: channel };
      const { auth } = (await call('POST', '/broadcasting/auth', asked)) as { auth: string };
      const joined = nextEvent(socket, 'pusher_internal:subscription_succeeded');
      socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth } }));
      await joined;
      return socket;
    },
    change: (number) => call('POST', '/api/create-folder', { name: `change ${number}` }),
  };
};

/** @param count connections, forty of each person */
export const connectToHoldall = async ({ makePlace }: Stage, count: number): Promise<WebSocketClients> => {
  const place = await makePlace('clients');
  await installServer(place, benchAccount);
  const people = Math.ceil(count / connectionsOfEach);
  const users = await plantUsers(place, { count: people, files: ['a.txt'] });
  const server = await startServer(place);
  try {
    return await openClients(server, count, (index) => personAt(server.origin, users[index]));
  } catch (error) {
    await server.stop();
    throw error;
  }
};

export const connectToBareServer = async (count: number): Promise<WebSocketClients> => {
  const server = await startNode(join(import.meta.dirname, '../servers/bare-sockets.ts'), []);
  const { origin } = server;
  return openClients(server, count, async (index) => {
    const connection = createConnection(Number(new URL(origin).port));
    const path = `/${index}`;
    return {
      connect: () => openSocket(`${origin.replace('http', 'ws')}${path}`, {}),
      change: () => ask(connection, { method: 'POST', path }, [204]),
    };
  });
};
