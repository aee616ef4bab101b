import type { Item } from '@holdall/contract/files';
import { beforeEach, expect, it } from 'vitest';
import type { AppEvent } from '#ports/events.ts';
import { storageRecordOf } from '#testing/storage-record.ts';
import { answerOn, chunkName } from '#testing/upload-client.ts';
import { createUploadHarness, itemOf, problemOf } from '#testing/use-uploads.ts';

const { server, client, start, sessions, signInAgain } = createUploadHarness();

const capacity = 100_000;
beforeEach(() =>
  start({
    smallContentLimit: -1,
    settings: { subscription_type: 'fixed', default_capacity: capacity },
  }),
);

const { account, settledAt } = storageRecordOf(server);

it('one person has at most a thousand unfinished uploads, and other people are not affected', async () => {
  const begin = (index: number) =>
    client.chunk({ name: chunkName(`${index}.bin`), offset: 0, is_last: false }, Buffer.from('x'));
  expect((await begin(0)).status).toBe(200);
  const [one] = await sessions();
  if (one === undefined) throw new Error('no session');
  const more = Array.from({ length: 999 }, (_, index) => ({
    ...one,
    id: `id ${index}`,
    name: `name ${index}`,
  }));
  await server.parts.db.insertInto('upload_sessions').values(more).execute();
  for (const answer of [
    await begin(1_000),
    await client.binary({ name: 'a', upload_id: 'up' }, Buffer.from('x')),
  ]) {
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('60');
    expect(await problemOf(answer)).toMatchObject({ code: 'upload.too_many_open' });
  }
  expect(await account()).toMatchObject({ reserved: 1 });
  // Open uploads continue, single requests do not count, and finished uploads make room.
  await itemOf(await client.binary({ name: 'b' }, Buffer.from('x')));
  await itemOf(await client.chunk({ name: one.name, offset: 1, is_last: true }, Buffer.from('y')));
  expect((await begin(1_001)).status).toBe(200);
  server.clock.advance(25 * 60 * 60_000);
  await server.services.sweep();
  await signInAgain();
  expect(await sessions()).toEqual([]);
  await settledAt(3);
});

it('a conflict is reported with the existing item before any byte is sent, and may be answered late', async () => {
  const old = await itemOf(await client.binary({ name: 'a.txt' }, Buffer.from('old')));
  const existing = {
    id: old.data.id,
    type: 'file',
    size: 3,
    modified_at: old.data.attributes.modified_at,
  };
  const socket = client.open(
    'POST /api/upload?name=a.txt&on_conflict=refuse&upload_id=up HTTP/1.1\r\nContent-Length: 50000',
  );
  const { status, body } = await answerOn(socket);
  socket.destroy();
  expect(status).toBe(409);
  expect(JSON.parse(body)).toMatchObject({ code: 'item.name_taken', existing });
  const [first, later] = [chunkName('a.txt'), chunkName('b.txt')];
  const refused = await client.chunk(
    { name: first, on_conflict: 'refuse', is_last: false },
    Buffer.from('n'),
  );
  expect(await problemOf(refused)).toMatchObject({ code: 'item.name_taken', existing });
  expect(await sessions()).toEqual([]);
  await settledAt(3);

  const chunk = (offset: number, on_conflict: string, is_last: boolean) =>
    client.chunk(
      { name: later, offset, on_conflict, is_last },
      Buffer.from('new').subarray(offset, offset + 2),
    );
  expect((await chunk(0, 'refuse', false)).status).toBe(200);
  // A rival was faster: the conflict appears in the middle, and its answer needs no byte sent twice.
  const rival = await itemOf(await client.binary({ name: 'b.txt' }, Buffer.from('rival')));
  const clash = await problemOf(await chunk(2, 'refuse', true));
  expect(clash).toMatchObject({ code: 'item.name_taken', existing: { id: rival.data.id, size: 5 } });
  const answer = await chunk(2, 'rename', true);
  expect(((await answer.json()) as Item).data.attributes).toMatchObject({ name: 'b (1).txt', size: 3 });
  await settledAt(11);
});

it('an If-Match that names another content is refused before the bytes are sent', async () => {
  const old = await itemOf(await client.binary({ name: 'a.txt' }, Buffer.from('old')));
  const [boundary, head] = ['b', 'Content-Disposition: form-data; name='];
  const begun = [
    ...Object.entries({ name: chunkName('a.txt'), is_last: 'true' }).map(
      ([name, value]) => `--${boundary}\r\n${head}"${name}"\r\n\r\n${value}\r\n`,
    ),
    `--${boundary}\r\n${head}"file"; filename="a.txt"\r\n\r\nThe first bytes`,
  ].join('');
  for (const [path, type, bytes] of [
    ['?name=a.txt', 'text/plain', ''],
    ['?name=a.txt&upload_id=up&on_conflict=replace', 'text/plain', ''],
    ['/chunks', `multipart/form-data; boundary=${boundary}`, begun],
  ]) {
    const socket = client.open(
      `POST /api/upload${path} HTTP/1.1\r\nContent-Type: ${type}\r\nIf-Match: "other"\r\nContent-Length: 50000`,
    );
    socket.write(bytes ?? '');
    const { status, body } = await answerOn(socket);
    socket.destroy();
    expect(status).toBe(412);
    expect(JSON.parse(body)).toMatchObject({
      code: 'item.changed',
      existing: { id: old.data.id, type: 'file', size: 3 },
    });
  }
  expect(await sessions()).toEqual([]);
  await settledAt(3);
});

it('an upload opened without bytes is checked, and its quota is reserved until they arrive', async () => {
  await itemOf(await client.binary({ name: 'old.bin' }, Buffer.from('old')));
  const open = (name: string, size: number) =>
    client.chunk({ name, offset: 0, size, is_last: false, on_conflict: 'refuse' }, Buffer.alloc(0));
  expect((await open(chunkName('large.bin'), capacity + 1)).status).toBe(423);
  expect(await problemOf(await open(chunkName('old.bin'), 10))).toMatchObject({ code: 'item.name_taken' });
  expect(await sessions()).toEqual([]);

  const [first, second] = [chunkName('new.bin'), chunkName('large.bin')];
  for (const _again of [1, 2])
    expect(await (await open(first, 60_000)).json()).toEqual({ upload_id: first, offset: 0 });
  expect((await open(second, 60_000)).status, 'the room is taken').toBe(423);
  const bytes = { upload_id: first, size: 60_000, on_conflict: 'refuse' };
  const { data } = await itemOf(await client.binary({ name: 'new.bin', ...bytes }, Buffer.alloc(60_000)));
  expect(data.attributes.size).toBe(60_000);
  await settledAt(60_003);
});

it('a restriction applies to every way of uploading', async () => {
  const name = chunkName('a.bin');
  await client.chunk({ name, offset: 0, is_last: false }, Buffer.from('be'));
  await client.binary({ name: 'x', path: 'there/' }, Buffer.from('x'));
  const set = (column: 'can_upload' | 'can_create_folder', value: 0 | 1) =>
    server.parts.db
      .updateTable('users')
      .set({ [column]: value })
      .execute();
  await set('can_create_folder', 0);
  for (const answer of [
    await client.binary({ name: 'a', path: 'new/' }, Buffer.from('x')),
    await client.binary({ name: 'a', path: 'new/', upload_id: 'up' }, Buffer.from('x')),
    await client.chunk({ name: chunkName('a'), path: 'there/new/a', is_last: true }, Buffer.from('x')),
  ]) {
    expect(answer.status).toBe(403);
    expect(await problemOf(answer)).toMatchObject({ code: 'folder.disabled' });
  }
  await itemOf(await client.binary({ name: 'a', path: 'there/' }, Buffer.from('x')));
  await set('can_upload', 0);
  for (const answer of [
    await client.binary({ name: 'b' }, Buffer.from('x')),
    await client.binary({ name: 'b', upload_id: 'up' }, Buffer.from('x')),
    await client.chunk({ name: chunkName('b'), is_last: true }, Buffer.from('x')),
    await client.chunk({ name, offset: 2, is_last: true }, Buffer.from('gun')),
  ]) {
    expect(answer.status).toBe(403);
    expect(await problemOf(answer)).toMatchObject({ code: 'upload.disabled' });
  }
  await set('can_upload', 1);
  await itemOf(await client.chunk({ name, offset: 2, is_last: true }, Buffer.from('gun')));
  await settledAt(7);
});

it('an event announces a recorded file, and none a refused one', async () => {
  const told: AppEvent[] = [];
  server.parts.events.subscribe((event) => told.push(event));
  expect((await client.binary({ name: 'large' }, Buffer.alloc(capacity + 1))).status).toBe(423);
  expect(told).toEqual([]);
  const { data } = await itemOf(await client.binary({ name: 'a.txt', path: 'new/' }, Buffer.from('x')));
  const { parent_id: parent } = data.attributes;
  const ownerId = (await account()).user_id;
  expect(told).toMatchObject([
    {
      kind: 'files',
      ownerId,
      containers: [null, parent],
      itemIds: [data.id],
      tree: true,
      trash: false,
      storage: true,
    },
    { kind: 'file-stored', ownerId, itemId: data.id, mimetype: 'text/plain' },
  ]);
  const replacing = { name: 'a.txt', parent_id: parent ?? '', on_conflict: 'replace', upload_id: 'up' };
  await itemOf(await client.binary(replacing, Buffer.from('y')));
  expect(told[2]).toMatchObject({ containers: [parent], tree: false, trash: false });
});
