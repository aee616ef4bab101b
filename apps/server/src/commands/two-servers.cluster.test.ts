import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Item } from '@holdall/contract/files';
import { type FilesChanged, userChannel } from '@holdall/contract/realtime';
import type { Config } from '@holdall/contract/settings';
import type { User } from '@holdall/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectRealtime, type RealtimeClient } from '#testing/realtime-client.ts';
import { startTwoServers, type TwoServers } from '#testing/two-servers.ts';
import { chunkName, createUploadClient, sha256, type UploadClient } from '#testing/upload-client.ts';
import { itemOf } from '#testing/use-uploads.ts';

/** Real servers on a machine that has other work to do. */
const patience = 300_000;

let two: TwoServers;
let cookie: string;
let client: UploadClient;
beforeAll(async () => {
  two = await startTwoServers();
  cookie = await two.signIn();
  client = createUploadClient(two.proxy.origin, cookie);
}, patience);
afterAll(() => two.stop(), patience);

/** Each server without the proxy, for the same session. */
const direct = (): UploadClient[] => two.servers.map(({ origin }) => createUploadClient(origin, cookie));

const json = async <Answer>(path: string): Promise<Answer> =>
  (await (await client.get(path)).json()) as Answer;

test(
  'an upload whose chunks alternate between both servers is complete',
  async () => {
    const bytes = randomBytes(41_000_000);
    const step = 5_000_000;
    const name = chunkName('chunks.bin');
    const reached: (string | null)[] = [];
    let answer: Response | undefined;
    for (let offset = 0; offset < bytes.length; offset += step) {
      const is_last = offset + step >= bytes.length;
      answer = await client.chunk({ name, offset, is_last }, bytes.subarray(offset, offset + step));
      expect(answer.status).toBe(is_last ? 201 : 200);
      reached.push(answer.headers.get('x-upstream'));
    }
    const upstreams = two.servers.map(({ origin }) => origin.slice('http://'.length));
    expect(new Set(reached)).toEqual(new Set(upstreams));
    const file = (await answer?.json()) as Item;
    for (const server of [client, ...direct()])
      expect(await server.downloadedSha256(file)).toBe(sha256(bytes));
  },
  patience,
);

test(
  'chunks of one upload that come to both servers at once make one file',
  async () => {
    const bytes = randomBytes(9_000_000);
    const name = chunkName('at-once.bin');
    const send = (offset: number, end: number) =>
      Promise.all(
        [...direct(), ...direct()].map((server) =>
          server.chunk({ name, offset, is_last: end === bytes.length }, bytes.subarray(offset, end)),
        ),
      );
    expect((await send(0, 4_000_000)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [file, ...others] = await Promise.all((await send(4_000_000, 9_000_000)).map(itemOf));
    expect(others.map(({ data }) => data.id)).toEqual(others.map(() => file?.data.id));
    const stored = await client.get(`/api/files/${file?.data.id}/content`);
    expect(sha256(new Uint8Array(await stored.arrayBuffer()))).toBe(sha256(bytes));
  },
  patience,
);

const listen = async (): Promise<RealtimeClient> => {
  const { broadcasting } = await json<Config>('/api/config');
  const { data: user } = await json<User>('/api/user');
  const address = `${two.proxy.origin.replace('http', 'ws')}/realtime/app/${broadcasting?.key}?protocol=7`;
  const page = await connectRealtime(address, { cookie, origin: two.proxy.origin });
  const channel = userChannel(user.id);
  const permit = await client.post('/broadcasting/auth', { socket_id: page.socketId, channel_name: channel });
  page.say('pusher:subscribe', { channel, auth: ((await permit.json()) as { auth: string }).auth });
  await page.next('pusher_internal:subscription_succeeded');
  return page;
};

const namesIn = ({ items }: FilesChanged): string[] => items.map(({ attributes }) => attributes.name);

test(
  'a page that is connected through the proxy receives changes of either server',
  async () => {
    const page = await listen();
    for (const [index, server] of direct().entries()) {
      await server.folder(`from-${index}`);
      const { data } = await page.next('files.changed');
      expect(namesIn(data as FilesChanged)).toEqual([`from-${index}`]);
    }
    page.socket.terminate();
  },
  patience,
);

test(
  'a server that is killed in the middle of a file leaves its durable bytes to the other one',
  async () => {
    const bytes = randomBytes(8_000_000);
    const [first] = two.servers;
    const [dying] = direct();
    const path = `/api/upload?name=half.bin&upload_id=half&size=${bytes.length}`;
    const socket = dying?.open(`POST ${path} HTTP/1.1\r\nContent-Length: ${bytes.length}`);
    const received = async (): Promise<number> => {
      const row = await two.database.db
        .selectFrom('upload_sessions')
        .select('received')
        .where('name', '=', 'half')
        .executeTakeFirst();
      return row?.received ?? 0;
    };
    // It makes durable what has come about once a second.
    for (let at = 0; (await received()) === 0 && at < 7_000_000; at += 30_000) {
      socket?.write(bytes.subarray(at, at + 30_000));
      await delay(50);
    }
    const durable = await received();
    expect(durable).toBeGreaterThan(0);
    await first.kill();
    const offset = await client.offset('half');
    expect(offset).toBeGreaterThanOrEqual(durable);
    const query = { name: 'half.bin', upload_id: 'half', size: bytes.length, offset };
    const file = await itemOf(await client.binary(query, bytes.subarray(offset)));
    expect(await client.downloadedSha256(file)).toBe(sha256(bytes));
    await first.start();
  },
  patience,
);

interface Sent {
  readonly name: string;
  readonly id: string;
  readonly sha256: string;
}

/** Statuses that a client may meet while a server dies: it asks where to go on. */
const passing = new Set([408, 409, 425, 429, 502, 503, 504]);

/** The error of fetch for a broken connection. */
const isBroken = (error: unknown): boolean => error instanceof TypeError;

/** Sends a file in chunks as the web application does, and survives failures. */
const sendFile = async (bytes: Buffer, fileName: string): Promise<Sent> => {
  const name = chunkName(fileName);
  const step = 1_500_000;
  const goOn = async (): Promise<number> => {
    for (;;) {
      try {
        const answer = await client.get(`/api/upload/chunks/${name}`);
        if (answer.status === 200) return ((await answer.json()) as { offset: number }).offset;
        if (answer.status === 404) return 0;
        if (!passing.has(answer.status)) throw new Error(`the place to go on was answered ${answer.status}`);
      } catch (error) {
        if (!isBroken(error)) throw error;
      }
      await delay(200);
    }
  };
  for (let offset = 0; ;) {
    const piece = bytes.subarray(offset, offset + step);
    const is_last = offset + piece.length === bytes.length;
    try {
      const answer = await client.chunk({ name, offset, is_last, size: bytes.length }, piece);
      if (answer.status === 201) {
        const { data } = (await answer.json()) as Item;
        return { name: data.attributes.name, id: data.id, sha256: sha256(bytes) };
      }
      if (answer.status !== 200 && !passing.has(answer.status))
        throw new Error(`a chunk was answered ${answer.status}: ${await answer.text()}`);
      offset = answer.status === 200 ? ((await answer.json()) as { offset: number }).offset : await goOn();
    } catch (error) {
      if (!isBroken(error)) throw error;
      offset = await goOn();
    }
  }
};

test(
  'a server that is killed under load loses no acknowledged file, and clients continue',
  async () => {
    const sent: Sent[] = [];
    const over = new AbortController();
    let lists = 0;
    const uploader = async (number: number): Promise<void> => {
      for (let count = 0; !over.signal.aborted; count += 1) {
        const bytes = randomBytes(randomInt(500_000, 7_000_000));
        sent.push(await sendFile(bytes, `load-${number}-${count}.bin`));
      }
    };
    const lister = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const answer = await client
          .get('/api/browse/folders/root?sort=name&direction=ASC')
          .catch(() => undefined);
        if (answer?.status === 200) lists += 1;
        await answer?.body?.cancel();
        await delay(50);
      }
    };
    const work = Promise.all([...[1, 2, 3, 4].map(uploader), lister(), lister()]);
    const more = async (count: number): Promise<void> => {
      const until = sent.length + count;
      while (sent.length < until) await Promise.race([delay(100), work]);
    };
    const [first, second] = two.servers;
    await more(4);
    await first.kill();
    const before = { sent: sent.length, lists };
    await more(6);
    expect(lists).toBeGreaterThan(before.lists);
    // It comes back, and is used again; then the other one goes.
    await first.start();
    await more(4);
    await second.kill();
    await more(4);
    await second.start();
    over.abort();
    await work;
    expect(sent.length).toBeGreaterThanOrEqual(18);
    const stored: Sent[] = [];
    for (const { name, id } of sent) {
      const bytes = await client.get(`/api/files/${id}/content`);
      expect(bytes.status).toBe(200);
      stored.push({ name, id, sha256: sha256(new Uint8Array(await bytes.arrayBuffer())) });
    }
    expect(stored).toEqual(sent);
    const listed = (await client.names()).filter((name) => name.startsWith('load-'));
    expect(listed.sort()).toEqual(sent.map(({ name }) => name).sort());
  },
  patience,
);
