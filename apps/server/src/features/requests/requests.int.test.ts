import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { FileRequest } from '@holdall/contract/file-requests';
import type { Item } from '@holdall/contract/files';
import type { ItemRef } from '@holdall/contract/selections';
import type { ShareSummary } from '@holdall/contract/shares';
import { beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { askForFiles, createSender, type Sender } from '#testing/request-sender.ts';
import { sha256 } from '#testing/upload-client.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada, newcomer } = useTree({ smallContentLimit: -1 });

let folder: ItemRef;
beforeEach(async () => {
  folder = await ada.folder('Inbox');
});

const ask = async (more: object = {}): Promise<{ token: string; sender: Sender }> => {
  const { token } = await askForFiles(ada, folder, more);
  const sender = createSender(server, token);
  await sender.open();
  return { token, sender };
};
const change = (token: string, fields: object) => ada.call('PATCH', `/api/file-requests/${token}`, fields);
const listed = async (): Promise<FileRequest['data'][]> =>
  ((await ada.call('GET', '/api/file-requests')) as unknown as { data: FileRequest['data'][] }).data;
/** Returns the number of unseen files of all requests. */
const received = async (): Promise<number> =>
  ((await ada.call('GET', '/api/share-summary')) as unknown as { data: ShareSummary }).data.received;
const minutes = (count: number): string => new Date(server.clock.now() + count * 60_000).toISOString();

test('a guest uploads files into the folder, and learns no more of the owner than a name', async () => {
  const { token, sender } = await ask({ note: 'All of them, please' });
  const opened = await sender.open();
  expect(opened.data).toMatchObject({
    attributes: { name: 'Photos', note: 'All of them, please', state: 'active', files_left: 1_000 },
    relationships: { owner: { data: { attributes: { name: null } } }, received: { data: [] } },
    meta: { canUpload: true },
  });
  expect(await sender.send('one.txt', 'one')).toMatchObject({ status: 201 });
  expect(await sender.chunk('two.txt', 'two')).toMatchObject({ status: 201 });
  expect(await ada.names(folder)).toEqual(['one.txt', 'two.txt']);
  const [request] = await listed();
  expect(request).toMatchObject({
    attributes: { token, files: 2, size: 6, unseen: 2, state: 'active', max_files: 1_000, max_size: 1e10 },
    relationships: { folder: { name: 'Inbox' } },
  });
  await (await ask()).sender.send('three.txt', 'three');
  expect(await received()).toBe(3);
  for (const { attributes } of await listed())
    expect(await change(attributes.token, { seen: true })).toMatchObject({ status: 200 });
  expect((await listed())[0]?.attributes.unseen).toBe(0);
  expect(await received()).toBe(0);
  const body = JSON.stringify(await sender.open());
  for (const secret of ['Inbox', folder.id, 'ada@']) expect(body).not.toContain(secret);
});

test('a receipt lists the files of one visit with checksums, and other visits do not see it', async () => {
  const { token, sender } = await ask();
  await sender.send('mine.txt', 'mine');
  const other = createSender(server, token);
  await other.open();
  await other.send('theirs.txt', 'theirs');
  expect((await sender.open()).data.relationships.received.data).toMatchObject([
    { name: 'mine.txt', size: 4, sha256: sha256(Buffer.from('mine')) },
  ]);
  expect(await other.received()).toEqual(['theirs.txt']);
  expect(await createSender(server, token).received()).toEqual([]);
  await change(token, { state: 'filled' });
  expect(await sender.received()).toEqual(['mine.txt']);
  // Whatever happens to the file.
  await ada.remove((await ada.browse(folder)).files.data.map(({ data }) => ({ id: data.id, type: 'file' })));
  expect(await sender.received()).toEqual(['mine.txt']);
});

describe('existing names cannot be probed', () => {
  test('a taken name is replaced, and the response shows the sent one', async () => {
    await ada.file('photo.jpg', folder);
    const { sender } = await ask();
    for (const answer of [await sender.send('photo.jpg', 'x'), await sender.chunk('photo.jpg', 'y')]) {
      expect(answer.status).toBe(201);
      const { data } = JSON.parse(answer.body) as Item;
      expect(data.attributes).toMatchObject({
        name: 'photo.jpg',
        parent_id: null,
        file_url: null,
        thumbnail: null,
      });
    }
    expect(await ada.names(folder)).toEqual(['photo (1).jpg', 'photo (2).jpg', 'photo.jpg']);
    expect(await sender.received()).toEqual(['photo.jpg', 'photo.jpg']);
  });

  test('a folder is merged into one of its name, or put beside a file of it, with equal responses', async () => {
    await ada.file('Trip', folder);
    const { sender } = await ask();
    const [beside, fresh] = [
      await sender.send('a.txt', 'a', '&path=Trip/a.txt'),
      await sender.send('b.txt', 'b', '&path=Other/b.txt'),
    ];
    expect([beside.status, fresh.status]).toEqual([201, 201]);
    expect(await sender.send('c.txt', 'c', '&path=Trip/c.txt')).toMatchObject({ status: 201 });
    expect(await ada.names(folder)).toEqual(['Other', 'Trip (1)', 'Trip']);
    expect(await sender.received()).toEqual(['Trip/a.txt', 'Other/b.txt', 'Trip/c.txt']);
  });

  test.each(['parent_id', 'on_conflict'])('%s is refused as a field', async (field) => {
    const { sender } = await ask();
    const value = field === 'parent_id' ? folder.id : 'replace';
    expect(await sender.send('x.txt', 'x', `&${field}=${value}`)).toMatchObject({ code: 'request.invalid' });
    expect(await sender.chunk('x.txt', 'x', { [field]: value })).toMatchObject({ code: 'request.invalid' });
    expect(await ada.names(folder)).toEqual([]);
  });

  test.each(['../x.txt', '/../x.txt', 'a/../../x.txt', '..\\x.txt'])(
    'the path %s is refused',
    async (path) => {
      const { sender } = await ask();
      expect(await sender.send('x.txt', 'x', `&path=${encodeURIComponent(path)}`)).toMatchObject({
        code: 'request.invalid',
      });
      expect(await ada.names(folder)).toEqual([]);
    },
  );
});

describe('a request accepts no more than its limits', () => {
  test('of two concurrent last files one is refused, and leaves nothing behind', async () => {
    const { token } = await ask({ max_files: 1 });
    const senders = [createSender(server, token), createSender(server, token)];
    for (const one of senders) await one.open();
    const answers = await Promise.all(senders.map((one, index) => one.send(`${index}.txt`, 'bytes')));
    expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(['201', '423']);
    expect(answers.find(({ status }) => status === 423)).toMatchObject({
      code: 'file_request.full',
      body: expect.stringContaining('This request has reached its file limit.') as string,
    });
    expect(await ada.names(folder)).toHaveLength(1);
    expect((await listed())[0]?.attributes).toMatchObject({ state: 'filled', files: 1, size: 5 });
  });

  test('bytes beyond the limit are refused by their announced length, or once they are received', async () => {
    const { sender } = await ask({ max_size: 8 });
    expect(await sender.send('big.txt', 'x', '&size=9&upload_id=big')).toMatchObject({
      status: 423,
      code: 'file_request.full',
      body: expect.stringContaining('You can send up to 8 B more.') as string,
    });
    expect(await sender.chunk('big.txt', '123456789')).toMatchObject({ code: 'file_request.full' });
    expect(await sender.send('fits.txt', '12345678')).toMatchObject({ status: 201 });
    expect(await sender.send('more.txt', 'x')).toMatchObject({
      code: 'file_request.full',
      body: expect.stringContaining('This request has reached its size limit.') as string,
    });
    expect(await server.parts.db.selectFrom('upload_sessions').select('id').execute()).toEqual([]);
  });

  test('the sum of concurrent files stays within the limit of bytes', async () => {
    const { token } = await ask({ max_size: 9 });
    const senders = Array.from({ length: 4 }, () => createSender(server, token));
    const answers = await Promise.all(senders.map((one, index) => one.send(`${index}.txt`, '1234')));
    expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(['201', '201', '423', '423']);
    expect((await listed())[0]?.attributes).toMatchObject({ files: 2, size: 8 });
  });
});

describe('a request that is closed', () => {
  test('accepts nothing, not even the rest of a file, until it is opened again', async () => {
    const { token, sender } = await ask();
    const part = '&size=6&upload_id=slow-file';
    expect(await sender.send('slow.txt', 'abc', part)).toMatchObject({ code: 'upload.incomplete' });
    await change(token, { state: 'filled' });
    expect(await sender.send('slow.txt', 'def', `${part}&offset=3`)).toMatchObject({
      status: 410,
      code: 'file_request.closed',
    });
    expect((await sender.open()).data).toMatchObject({
      attributes: { state: 'filled' },
      meta: { canUpload: false },
    });
    await change(token, { state: 'active' });
    expect(await sender.send('slow.txt', 'abcdef')).toMatchObject({ status: 201 });
    expect(await ada.names(folder)).toEqual(['slow.txt']);
  });

  test.each<[string, (token: string) => Promise<unknown>]>([
    ['closed', (token) => change(token, { state: 'filled' })],
    ['full', (token) => createSender(server, token).send('last.txt', '12345678')],
    ['without its folder', () => ada.remove([folder])],
    ['revoked', (token) => ada.call('DELETE', `/api/file-requests/${token}`)],
  ])('cuts uploads in progress: it is %s', async (_what, end) => {
    const { token } = await ask({ max_size: 8 });
    const { hostname, port, host } = new URL(await server.listen());
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.write(`POST /api/request/${token}/upload?name=x HTTP/1.1\r\nHost: ${host}\r\n`);
    socket.write('Content-Length: 8\r\n\r\n');
    const staged = () => readdir(join(server.dataDir, 'staging'));
    await eventually(async () => expect(await staged()).toHaveLength(1));
    const closed = once(socket.resume(), 'close');
    await end(token);
    await closed;
    await eventually(async () => expect(await staged()).toEqual([]));
    const { files } = await server.parts.db
      .selectFrom('items')
      .select(({ fn }) => fn.countAll<number>().as('files'))
      .where('name', '=', 'x')
      .executeTakeFirstOrThrow();
    expect(files).toBe(0);
  });

  test('a request expires at its deadline, and a later upload is refused', async () => {
    const { token, sender } = await ask({ deadline: minutes(5) });
    const part = '&size=6&upload_id=late-file';
    await sender.send('late.txt', 'abc', part);
    server.clock.advance(6 * 60_000);
    expect(await sender.send('late.txt', 'def', `${part}&offset=3`)).toMatchObject({
      code: 'file_request.closed',
    });
    expect((await sender.open()).data.attributes.state).toBe('expired');
    expect(await change(token, { state: 'active' })).toMatchObject({
      status: 422,
      errors: { deadline: [expect.any(String)] },
    });
    expect(await change(token, { state: 'active', deadline: minutes(5) })).toMatchObject({ status: 200 });
    expect(await sender.send('late.txt', 'def', `${part}&offset=3`)).toMatchObject({ status: 201 });
  });

  test('a full request opens again only with a higher limit', async () => {
    const { token, sender } = await ask({ max_files: 1 });
    await sender.send('one.txt', 'one');
    expect(await change(token, { state: 'active' })).toMatchObject({
      errors: { max_files: [expect.any(String)] },
    });
    expect(await change(token, { state: 'active', max_files: 2 })).toMatchObject({ status: 200 });
    expect(await sender.send('two.txt', 'two')).toMatchObject({ status: 201 });
  });

  test('a request without its folder is closed, whether that is in the trash or gone', async () => {
    const { sender } = await ask();
    await ada.remove([folder]);
    expect(await sender.send('x.txt', 'x')).toMatchObject({ status: 410, code: 'file_request.closed' });
    expect((await sender.open()).data.meta.canUpload).toBe(false);
    expect((await listed())[0]?.relationships.folder).toBeNull();
    await ada.restore([folder]);
    expect(await sender.send('x.txt', 'x')).toMatchObject({ status: 201 });
    await ada.remove([folder], true);
    expect(await sender.send('y.txt', 'y')).toMatchObject({ code: 'file_request.closed' });
  });

  test('a revoked request is gone', async () => {
    const { token, sender } = await ask();
    await sender.send('kept.txt', 'kept');
    expect(await ada.call('DELETE', `/api/file-requests/${token}`)).toMatchObject({ status: 204 });
    expect(await sender.call('GET', `/api/request/${token}`)).toMatchObject({
      status: 404,
      code: 'file_request.not_found',
    });
    expect(await ada.names(folder)).toEqual(['kept.txt']);
  });
});

test('restrictions of the owner apply to guests', async () => {
  const { token, sender } = await ask();
  const { db } = server.parts;
  const owner = (fields: object) =>
    db.updateTable('users').set(fields).where('id', '=', ada.userId).execute();
  await owner({ can_create_folder: 0 });
  await ada.call('POST', '/api/create-folder', { name: 'There', parent_id: folder.id });
  for (const place of ['There', 'Nowhere'])
    expect(await sender.send('x', 'x', `&path=${place}/x`)).toMatchObject({ code: 'folder.disabled' });
  await owner({ can_upload: 0 });
  expect(await sender.send('x.txt', 'x')).toMatchObject({ status: 403, code: 'upload.disabled' });
  expect((await sender.open()).data.meta.canUpload).toBe(false);
  await owner({ can_upload: 1, can_create_folder: 1, status: 'suspended' });
  for (const answer of [await sender.send('x.txt', 'x'), await sender.call('GET', `/api/request/${token}`)])
    expect(answer).toMatchObject({ status: 403, code: 'share.unavailable' });
  await owner({ status: 'active' });
  expect(await sender.send('x.txt', 'x')).toMatchObject({ status: 201 });
});

test('a lost response is repeated, and the file is stored once', async () => {
  const { sender } = await ask();
  const query = '&size=3&upload_id=once-only';
  for (const _time of [1, 2])
    expect(await sender.send('once.txt', 'abc', query)).toMatchObject({ status: 201 });
  expect(await ada.names(folder)).toEqual(['once.txt']);
  expect(await sender.received()).toEqual(['once.txt']);
});

test('a request for another user’s folder, a file or an unknown folder is refused, and others’ requests are unknown', async () => {
  const { token } = await ask();
  const eve = await newcomer('eve');
  const file = await ada.file('file.txt');
  const asked = (owner: typeof ada, item: ItemRef, more: object = {}) =>
    owner.call('POST', '/api/file-requests', { folder_id: item.id, name: 'X', ...more });
  expect(await asked(eve, folder)).toMatchObject({ code: 'item.not_found' });
  expect(await asked(ada, file)).toMatchObject({ code: 'item.parent_is_file' });
  expect(await asked(ada, folder, { deadline: minutes(-1) })).toMatchObject({
    errors: { deadline: [expect.any(String)] },
  });
  for (const answer of [
    await eve.call('PATCH', `/api/file-requests/${token}`, { name: 'Mine' }),
    await eve.call('DELETE', `/api/file-requests/${token}`),
    await eve.call('GET', `/api/file-requests/${token}/qr`),
  ])
    expect(answer).toMatchObject({ status: 404, code: 'file_request.not_found' });
  expect(await listed()).toHaveLength(1);
});

test('requests that ended long ago are deleted, and so are old receipts', async () => {
  const { token } = await ask({ deadline: minutes(60) });
  const { sender } = await ask();
  await sender.send('x.txt', 'x');
  server.clock.advance(200 * 24 * 60 * 60_000);
  await server.services.requests.sweep();
  const { db } = server.parts;
  expect(await db.selectFrom('file_requests').select('token').where('token', '=', token).execute()).toEqual(
    [],
  );
  expect(await db.selectFrom('file_requests').select('token').execute()).toHaveLength(1);
  expect(await db.selectFrom('received_files').select('id').execute()).toEqual([]);
});

test('the owner’s other pages are told of created, changed, seen and revoked requests', async () => {
  const told: (readonly (string | null)[])[] = [];
  server.parts.events.subscribe((event) => {
    if (event.kind === 'files' && event.ownerId === ada.userId) told.push(event.containers);
  });
  const { token } = await askForFiles(ada, folder);
  await change(token, { note: 'x' });
  await change(token, { seen: true });
  await change(token, { state: 'filled' });
  await ada.call('DELETE', `/api/file-requests/${token}`);
  expect(told).toEqual(Array.from({ length: 5 }, () => [folder.id]));
});

test('revoking a request with many files deletes all receipts', async () => {
  const { token, sender } = await ask();
  await sender.send('x.txt', 'x');
  const { db } = server.parts;
  const first = await db.selectFrom('received_files').selectAll().executeTakeFirstOrThrow();
  const more = Array.from({ length: 2_500 }, (_none, index) => ({ ...first, id: `g${index}` }));
  for (let from = 0; from < more.length; from += 500)
    await db
      .insertInto('received_files')
      .values(more.slice(from, from + 500))
      .execute();
  expect(await ada.call('DELETE', `/api/file-requests/${token}`)).toMatchObject({ status: 204 });
  expect(await db.selectFrom('received_files').select('id').execute()).toEqual([]);
  expect(await ada.call('DELETE', `/api/file-requests/${token}`)).toMatchObject({ status: 404 });
});
