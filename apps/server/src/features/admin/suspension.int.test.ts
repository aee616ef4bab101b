import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { connectRealtime, type RealtimeClient } from '#testing/realtime-client.ts';
import { chunkName, createUploadClient, type UploadClient } from '#testing/upload-client.ts';

let server: TestApp;
let origin: string;
let ada: UploadClient;
let bob: UploadClient;
let bobId: string;
let cookies: { ada: string; bob: string };
const sockets: RealtimeClient[] = [];

beforeEach(async () => {
  server = await createTestApp();
  origin = await server.listen();
  bobId = await server.addUser('bob@example.com', 'admin');
  cookies = { ada: await server.signIn(), bob: await server.signIn('bob@example.com') };
  ada = createUploadClient(origin, cookies.ada);
  bob = createUploadClient(origin, cookies.bob);
});
afterEach(async () => {
  for (const { socket } of sockets.splice(0)) socket.terminate();
  await server.close();
});

const change = (path: string, payload: object, method: 'PATCH' | 'DELETE' = 'PATCH') => {
  const headers = { cookie: cookies.ada, 'content-type': 'application/json' };
  const options: RequestInit = { method, headers, body: JSON.stringify(payload) };
  return fetch(`${origin}/api/admin/users/${bobId}${path}`, options);
};
const connect = async (cookie: string): Promise<RealtimeClient> => {
  const config = (await (await fetch(`${origin}/api/config`, { headers: { cookie } })).json()) as {
    broadcasting: { key: string };
  };
  const address = `${origin.replace('http', 'ws')}/realtime/app/${config.broadcasting.key}?protocol=7`;
  const client = await connectRealtime(address, { cookie });
  sockets.push(client);
  return client;
};

test.each([
  ['suspended', () => change('', { status: 'suspended' })],
  ['demoted', () => change('/role', { role: 'user' })],
  ['signed out everywhere', () => change('/sessions', {}, 'DELETE')],
  ['deleted', () => change('', { name: 'bob@example.com' }, 'DELETE')],
])('the sockets of a user who is %s are closed, no others', async (_what, act) => {
  const theirs = [await connect(cookies.bob), await connect(cookies.bob)];
  const own = await connect(cookies.ada);
  expect((await act()).status).toBeLessThan(300);
  for (const socket of theirs) expect(await socket.closed).toBeGreaterThanOrEqual(4000);
  await own.settled();
});

test('an upload in progress is refused at its next step when its owner is suspended', async () => {
  const name = chunkName('a.bin');
  const begun = await bob.chunk(
    { name, path: '/', offset: 0, is_last: false, extension: 'bin' },
    Buffer.alloc(100),
  );
  expect(begun.status).toBe(200);
  await change('', { status: 'suspended', reason: 'Spam' });
  const next = await bob.chunk(
    { name, path: '/', offset: 100, is_last: true, extension: 'bin' },
    Buffer.alloc(10),
  );
  expect(next.status).toBe(401);
  expect(await server.parts.db.selectFrom('items').select('id').execute()).toEqual([]);
});

test.each([
  ['suspended', () => change('', { status: 'suspended' }), 401],
  ['deleted', () => change('', { name: 'bob@example.com' }, 'DELETE'), 401],
  [
    'restricted',
    () => change('/restrictions', { canUpload: false, canDownload: true, canCreateFolder: true }),
    403,
  ],
])('bytes that still arrive become no file when their owner was %s meanwhile', async (_what, act, status) => {
  let feed: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      feed = controller;
      controller.enqueue(Buffer.alloc(100_000, 'x'));
    },
  });
  const options = { method: 'POST', headers: { cookie: cookies.bob }, body, duplex: 'half' };
  const upload = fetch(`${origin}/api/upload?name=a.bin`, options as RequestInit);
  // Staged bytes show that the request was admitted.
  const { promise: staged, resolve } = Promise.withResolvers<void>();
  const look = async (): Promise<void> => {
    for await (const entry of server.blobs.listStaged()) if (entry.key !== '') return resolve();
    setImmediate(() => void look());
  };
  await look();
  await staged;
  expect((await act()).status).toBeLessThan(300);
  feed?.close();
  expect((await upload).status).toBe(status);
  expect(await server.parts.db.selectFrom('items').select('id').execute()).toEqual([]);
  expect(await server.services.usage.verifyUsage()).toEqual([]);
});

test('each restriction blocks the calls that it is about, and its reason is told', async () => {
  const file = await bob.put('a.txt', Buffer.from('hello'));
  const folder = await bob.folder('folder');
  const restrict = async (input: object) =>
    (
      await change('/restrictions', { canUpload: true, canDownload: true, canCreateFolder: true, ...input })
    ).json();
  const ways = {
    upload: () => bob.binary({ name: 'b.txt' }, Buffer.from('x')),
    chunk: () =>
      bob.chunk({ name: chunkName('c.txt'), path: '/', offset: 0, is_last: true }, Buffer.from('x')),
    folder: () => bob.post('/api/create-folder', { name: `folder ${Math.random()}`, parent_id: null }),
    path: () => bob.binary({ name: 'd.txt', path: `new ${Math.random()}/` }, Buffer.from('x')),
    download: () => bob.get(`/api/files/${file.data.id}/content?download=1`),
    inline: () => bob.get(`/api/files/${file.data.id}/content`),
    zip: () => bob.get(`/api/zip?items=${folder.data.id}|folder,${file.data.id}|file`),
    prepared: () => bob.post('/api/zip', { items: [{ id: file.data.id, type: 'file' }] }),
    listing: () => bob.get('/api/browse/folders/root'),
    details: () => bob.get(`/api/items/${file.data.id}`),
    // Thumbnails show the content without being the file.
    thumbnail: () => bob.get(`/api/thumbnails/${file.data.id}/sm`),
  };
  const refused = async (): Promise<string[]> => {
    const names: string[] = [];
    for (const [name, way] of Object.entries(ways)) if ((await way()).status === 403) names.push(name);
    return names;
  };
  expect(await refused()).toEqual([]);
  expect(await restrict({ canUpload: false, reason: 'Clean up first.' })).toMatchObject({
    data: { meta: { restrictions: { canUpload: false, canDownload: true, reason: 'Clean up first.' } } },
  });
  expect(await refused()).toEqual(['upload', 'chunk', 'path']);
  const me = (await (await bob.get('/api/user')).json()) as { data: { meta: object } };
  expect(me.data.meta).toMatchObject({
    restrictions: { canUpload: false, canDownload: true, canCreateFolder: true, reason: 'Clean up first.' },
  });
  await restrict({ canDownload: false });
  expect(await refused()).toEqual(['download', 'inline', 'zip', 'prepared']);
  await restrict({ canCreateFolder: false });
  expect(await refused()).toEqual(['folder', 'path']);
  // A user without restrictions is told no reason.
  expect(await restrict({ reason: 'Old' })).toMatchObject({
    data: { meta: { restrictions: { reason: null } } },
  });
  expect(await refused()).toEqual([]);
  expect((await ada.get('/api/admin/users')).status).toBe(200);
});
