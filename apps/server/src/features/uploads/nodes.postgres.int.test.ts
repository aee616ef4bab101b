import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Item } from '@holdall/contract/files';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sniffLength } from '#lib/media/media-sniff.ts';
import { normaliseKey } from '#ports/blob-store.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { eventually } from '#testing/eventually.ts';
import {
  answerOn,
  chunkName,
  createUploadClient,
  sha256,
  type UploadClient,
} from '#testing/upload-client.ts';
import { itemOf, problemOf } from '#testing/use-uploads.ts';

interface Node {
  readonly app: TestApp;
  readonly client: UploadClient;
  /** Staged bytes that the server has read. */
  read: number;
}

/** Milliseconds: each test runs two servers. */
const patience = 60_000;

let here: Node;
let there: Node;

const open = async (beside?: Node): Promise<Node> => {
  const first = beside?.app;
  const blobs = first?.blobs;
  const app = await createTestApp({
    smallContentLimit: -1,
    ...(first === undefined ? {} : { beside: first }),
    ...(blobs === undefined
      ? {}
      : {
          blobs: {
            ...blobs,
            readStaged: (key, span) => {
              node.read += span === undefined ? 0 : span.end - span.start + 1;
              return blobs.readStaged(key, span);
            },
          },
        }),
  });
  const node: Node = { app, client: createUploadClient(await app.listen(), await app.signIn()), read: 0 };
  return node;
};

vi.setConfig({ testTimeout: patience });
beforeEach(async () => {
  here = await open();
  there = await open(here);
}, patience);
afterEach(async () => {
  await there.app.close();
  await here.app.close();
});

const sessions = () => here.app.parts.db.selectFrom('upload_sessions').selectAll().execute();
const bytes = randomBytes(3_000_000);

test('chunks may arrive at either node, and each reads only the bytes that the other received', async () => {
  const name = chunkName('a.bin');
  const step = 300_000;
  const chunk = ({ client }: Node, at: number) =>
    client.chunk({ name, offset: at, is_last: at + step === bytes.length }, bytes.subarray(at, at + step));
  for (let at = 0; at < bytes.length - 2 * step; at += 2 * step) {
    expect((await chunk(here, at)).status).toBe(200);
    expect((await chunk(there, at + step)).status).toBe(200);
  }
  await chunk(here, bytes.length - 2 * step);
  const file = await itemOf(await chunk(there, bytes.length - step));
  expect(await here.client.downloadedSha256(file)).toBe(sha256(bytes));
  // The node received five of ten chunks, and needed the checksum of the bytes before each and the first
  // bytes.
  expect(there.read).toBe(5 * step + sniffLength);
});

test('ten first parts and ten last ones sent to two nodes at once make one file', async () => {
  const name = chunkName('a.bin');
  const send = (offset: number, is_last: boolean, piece: Uint8Array) =>
    Promise.all(
      [here, there, here, there, here, there, here, there, here, there].map(({ client }) =>
        client.chunk({ name, offset, is_last }, piece),
      ),
    );
  const firsts = await send(0, false, bytes.subarray(0, 1_000_000));
  expect(firsts.map(({ status }) => status)).toEqual(firsts.map(() => 200));
  const [last, ...others] = await Promise.all(
    (await send(1_000_000, true, bytes.subarray(1_000_000))).map(itemOf),
  );
  expect(others.map(({ data }) => data.id)).toEqual(others.map(() => last?.data.id));
  expect(await there.client.names()).toEqual(['a.bin']);
  const [blob] = await here.app.parts.db.selectFrom('blobs').select(['key', 'size']).execute();
  expect(blob?.size).toBe(bytes.length);
});

/** Returns the status of a late answer; undefined when the connection ends without one. */
const lateAnswerOn = (socket: Socket): Promise<number | undefined> =>
  answerOn(socket).then(
    ({ status }) => status,
    () => undefined,
  );

test('a half-open connection at one node gives way to a newer one at another', async () => {
  const path = '/api/upload?name=a.bin&upload_id=up-1&size=3000000';
  const stale = here.client.open(`POST ${path} HTTP/1.1\r\nContent-Length: ${bytes.length}`);
  const late = lateAnswerOn(stale);
  stale.write(bytes.subarray(0, 2_000_000));
  await eventually(async () => expect(await here.client.offset('up-1')).toBe(2_000_000));
  // Another node would continue at the durable bytes.
  const offset = await there.client.offset('up-1');
  expect(offset).toBeLessThanOrEqual(2_000_000);
  const query = { name: 'a.bin', upload_id: 'up-1', size: bytes.length, offset };
  const file = await itemOf(await there.client.binary(query, bytes.subarray(offset)));
  // Bytes that reach the first node after all are too late.
  stale.write(bytes.subarray(2_000_000));
  expect([409, undefined]).toContain(await late);
  expect(await sessions()).toMatchObject([{ takeovers: 1 }]);
  stale.destroy();
  expect(await here.client.downloadedSha256(file)).toBe(sha256(bytes));
  expect(await here.client.names()).toEqual(['a.bin']);
});

/**
 * Makes an upload that one node has taken over from another, whose connection is still open.
 *
 * @returns the requests of both
 */
const taken = async () => {
  const name = chunkName('a.bin');
  const path = `/api/upload?name=a.bin&upload_id=${name}&size=3000000`;
  const stale = here.client.open(`POST ${path} HTTP/1.1\r\nContent-Length: ${bytes.length}`);
  const late = lateAnswerOn(stale);
  stale.write(bytes.subarray(0, 2_000_000));
  await eventually(async () => expect(await here.client.offset(name)).toBe(2_000_000));
  const offset = await there.client.offset(name);
  const piece = bytes.subarray(offset, 2_900_000);
  expect((await there.client.chunk({ name, offset, is_last: false }, piece)).status).toBe(200);
  return {
    sendLate: async (): Promise<number | undefined> => {
      stale.write(bytes.subarray(2_000_000));
      const status = await late;
      stale.destroy();
      return status;
    },
    sendLast: () => there.client.chunk({ name, offset: 2_900_000, is_last: true }, bytes.subarray(2_900_000)),
  };
};

test('late bytes at a node that has lost an upload do not finish it', async () => {
  const { sendLate, sendLast } = await taken();
  expect([409, undefined]).toContain(await sendLate());
  expect(await here.client.names()).toEqual([]);
  const file = await itemOf(await sendLast());
  expect(await here.client.downloadedSha256(file)).toBe(sha256(bytes));
});

test('a file that a node has written to after it lost the upload is not acknowledged', async () => {
  const { sendLate, sendLast } = await taken();
  await sendLate();
  const [session] = await sessions();
  const writer = await here.app.blobs.stage(normaliseKey(session?.staging_key ?? ''), 2_000_000);
  await writer.write(randomBytes(1_000_000));
  await writer.flush();
  await writer.close();
  const answer = await sendLast();
  expect(answer.status).toBe(503);
  expect(await here.client.names()).toEqual([]);
  expect(await sessions()).toEqual([]);
});

/**
 * Sends the rest of a hundred bytes one by one, for about nine seconds; each of them proves that the client
 * is alive.
 */
const sendSlowly = async (socket: Socket): Promise<void> => {
  const renewals = new Set<number | null | undefined>();
  for (let at = 10; at < 99; at += 1) {
    socket.write(bytes.subarray(at, at + 1));
    await delay(100);
    renewals.add((await sessions())[0]?.lease_until);
  }
  expect(renewals.size).toBeGreaterThan(3);
  socket.write(bytes.subarray(99, 100));
};

test('requests wait for a client that still sends to another node, and none takes another for half-open', async () => {
  const path = '/api/upload?name=a.bin&upload_id=up-2&size=100';
  const slow = here.client.open(`POST ${path} HTTP/1.1\r\nContent-Length: 100`);
  const answer = answerOn(slow);
  slow.write(bytes.subarray(0, 10));
  await eventually(async () => expect(await sessions()).toMatchObject([{ holder: here.app.parts.node }]));
  const query = { name: 'a.bin', upload_id: 'up-2', size: 100, offset: 0 };
  const waiting = Promise.all([0, 1, 2].map(() => there.client.binary(query, bytes.subarray(0, 100))));
  await sendSlowly(slow);
  const { status, body } = await answer;
  expect(status).toBe(201);
  const { id } = (JSON.parse(body) as Item).data;
  const files = await Promise.all((await waiting).map(itemOf));
  expect(files.map(({ data }) => data.id)).toEqual([id, id, id]);
  expect(await sessions()).toMatchObject([{ takeovers: 0, holder: null, state: 'finished' }]);
  slow.destroy();
});

test('an upload cancelled at one node ends at the receiving one, and leaves nothing', async () => {
  const name = chunkName('a.bin');
  const path = `/api/upload?name=a.bin&upload_id=${name}&size=3000000`;
  const socket = here.client.open(`POST ${path} HTTP/1.1\r\nContent-Length: ${bytes.length}`);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(bytes.subarray(0, 1_000_000));
  await eventually(async () => expect(await here.client.offset(name)).toBe(1_000_000));
  expect((await there.client.remove(`/api/upload/chunks/${name}`)).status).toBe(204);
  const sending = setInterval(() => socket.write('.'), 100);
  await closed;
  clearInterval(sending);
  await here.app.services.uploads.settled();
  expect(await sessions()).toEqual([]);
  const staged: string[] = [];
  for await (const { key } of here.app.blobs.listStaged()) staged.push(key);
  expect(staged).toEqual([]);
  expect(await here.client.names()).toEqual([]);
});

test('a node’s checksum of bytes that were lost since is void', async () => {
  const name = chunkName('a.bin');
  let sent = bytes;
  const chunk = ({ client }: Node, offset: number, end: number) =>
    client.chunk({ name, offset, is_last: end === bytes.length }, sent.subarray(offset, end));
  await chunk(here, 0, 1_000_000);
  const [session] = await sessions();
  const { blobs } = here.app;
  await (await blobs.stage(normaliseKey(session?.staging_key ?? ''), 400_000)).close();
  const wanted = await problemOf(await chunk(there, 1_000_000, 2_000_000));
  expect(wanted).toMatchObject({ code: 'upload.gap', offset: 400_000 });
  // The file has changed meanwhile, and its current content is sent.
  sent = Buffer.concat([bytes.subarray(0, 400_000), randomBytes(2_600_000)]);
  await chunk(there, 400_000, 1_000_000);
  const file = await itemOf(await chunk(here, 1_000_000, 3_000_000));
  expect(await here.client.downloadedSha256(file)).toBe(sha256(sent));
  const blob = await here.app.parts.db.selectFrom('blobs').select('sha256').executeTakeFirstOrThrow();
  expect(blob.sha256).toBe(sha256(sent));
});

test('uploads that no node leases are swept, and leased ones are not', async () => {
  const path = '/api/upload?name=a.bin&upload_id=up-3&size=3000000';
  const socket = here.client.open(`POST ${path} HTTP/1.1\r\nContent-Length: ${bytes.length}`);
  socket.write(bytes.subarray(0, 10));
  await eventually(async () => expect(await here.client.offset('up-3')).toBe(10));
  here.app.clock.advance(25 * 3_600_000);
  await there.app.services.uploads.sweep();
  expect(await sessions()).toHaveLength(1);
  socket.destroy();
  await here.app.services.uploads.settled();
  here.app.clock.advance(25 * 3_600_000);
  await there.app.services.uploads.sweep();
  expect(await sessions()).toEqual([]);
});
