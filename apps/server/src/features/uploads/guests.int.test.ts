import { readdir, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { ItemRef } from '@holdall/contract/selections';
import type { ShareActivityPage } from '@holdall/contract/shares';
import type { BatchAnswer } from '@holdall/contract/upload-batch';
import { batchType } from '@holdall/contract/upload-batch.limits';
import { beforeEach, describe, expect, test } from 'vitest';
import { type BatchedFile, batchAnswersOf, batchOf } from '#testing/batch-of.ts';
import { eventually } from '#testing/eventually.ts';
import { createGuestClient, type GuestClient, revoke, shareOf } from '#testing/guest-client.ts';
import { askForFiles, createSender, type Sender } from '#testing/request-sender.ts';
import { saveSettings } from '#testing/save-settings.ts';
import { storageRecordOf } from '#testing/storage-record.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada } = useTree();
const { account, reservations, setCapacity, settledAt } = storageRecordOf(server);

const capacity = 100_000;
const minute = 60_000;
let folder: ItemRef;
let token: string;
let guest: GuestClient;
beforeEach(async () => {
  folder = await ada.folder('Inbox');
  token = await shareOf(ada, folder, { permission: 'editor' });
  guest = createGuestClient(server);
  await guest.get(`/api/browse/share/${token}`);
});

const limit = async (): Promise<void> => {
  await saveSettings(server, { subscription_type: 'fixed' });
  await setCapacity(capacity);
};
const sessions = () => server.parts.db.selectFrom('upload_sessions').selectAll().execute();
const partOf = (name: string, more: Readonly<Record<string, string>> = {}) => ({
  name: `0123456789abcdef-${name}`,
  path: name,
  extension: 'txt',
  is_last: 'false',
  ...more,
});
/** Begins a guest's request whose body arrives piece by piece. */
const begin = async (head: string, cookie = ''): Promise<Socket> => {
  const { hostname, port, host } = new URL(await server.listen());
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  socket.write(`POST ${head}\r\nHost: ${host}\r\nCookie: ${cookie}\r\n`);
  return socket;
};

describe('the quota of the owner', () => {
  beforeEach(limit);

  test('is reserved for bytes that guests send, never for bytes that they announce', async () => {
    const whole = { size: String(capacity), offset: '0' };
    expect(await guest.chunk(token, partOf('big.txt', whole), 'x')).toMatchObject({ status: 200 });
    expect(await account()).toMatchObject({ used: 0, reserved: 1 });
    const socket = await begin(`/api/editor/upload/${token}?name=slow HTTP/1.1`, guest.cookie);
    socket.write(`Content-Length: ${capacity - 10}\r\n\r\nabc`);
    await eventually(async () => expect(await reservations()).toHaveLength(2));
    expect((await account()).reserved).toBeLessThan(10);
    await ada.upload('own.bin', 'x'.repeat(capacity - 100));
    expect(await account()).toMatchObject({ used: capacity - 100 });
    socket.destroy();
    await eventually(async () => expect(await reservations()).toHaveLength(1));
  });

  test('must nevertheless suffice for an announced length', async () => {
    await ada.upload('own.bin', 'x'.repeat(capacity - 100));
    const exceeded = { status: 423, code: 'storage.exceeded' };
    expect(await guest.chunk(token, partOf('a.txt', { size: '101', offset: '0' }), 'x')).toMatchObject(
      exceeded,
    );
    expect(await guest.upload(token, 'b.txt', 'x'.repeat(101))).toMatchObject(exceeded);
    expect(await guest.upload(token, 'c.txt', 'x'.repeat(100))).toMatchObject({ status: 201 });
    expect(await sessions()).toEqual([]);
    await settledAt(capacity);
  });

  test('is returned when the link ends, whoever reserved it', async () => {
    const { token: asked } = await askForFiles(ada, folder);
    const sender = createSender(server, asked);
    await sender.open();
    expect(await sender.chunk('a.txt', 'x'.repeat(500), { is_last: 'false' })).toMatchObject({ status: 200 });
    await guest.chunk(token, partOf('b.txt'), 'x'.repeat(1_000));
    expect(await account()).toMatchObject({ used: 0, reserved: 1_500 });
    await revoke(ada, token);
    await server.services.uploads.settled();
    expect(await account()).toMatchObject({ used: 0, reserved: 500 });
    await ada.call('DELETE', `/api/file-requests/${asked}`);
    await server.services.uploads.settled();
    await settledAt(0);
    expect(await sessions()).toEqual([]);
  });

  test('is reserved for an idle upload for an hour, not for a day', async () => {
    await guest.chunk(token, partOf('a.txt'), 'x'.repeat(1_000));
    server.clock.advance(59 * minute);
    await server.services.sweep();
    expect(await account()).toMatchObject({ reserved: 1_000 });
    server.clock.advance(2 * minute);
    await server.services.sweep();
    await settledAt(0);
    expect(await sessions()).toEqual([]);
  });
});

test('guests of a link share a limit of a hundred unfinished uploads', async () => {
  const others = createGuestClient(server);
  await others.get(`/api/browse/share/${token}`);
  for (let number = 0; number < 100; number += 1)
    await (number % 2 === 0 ? guest : others).chunk(token, partOf(`${number}`), 'x');
  expect(await guest.chunk(token, partOf('more'), 'x')).toMatchObject({ code: 'upload.too_many_open' });
  expect(await sessions()).toHaveLength(100);
  expect(await guest.chunk(token, partOf('0', { is_last: 'true' }), 'x')).toMatchObject({ status: 201 });
  expect(await guest.chunk(token, partOf('more'), 'x')).toMatchObject({ status: 200 });
});

test('no upload begins by a link that has ended since its guest was let in', async () => {
  const actor = await server.services.guests.open({
    via: 'share',
    token,
    cookie: guest.cookie.split('=')[1],
    edits: true,
  });
  const input = {
    target: { parentId: null, path: [], name: 'late.txt', onConflict: 'rename' },
    lastModified: null,
    declaredType: undefined,
    extension: '',
    uploadId: 'late-upload-of-guest',
    offset: 0,
    size: undefined,
    length: undefined,
    expected: undefined,
    isLast: false,
  } as const;
  const bytes = { abort: () => undefined, [Symbol.asyncIterator]: async function* none() {} };
  const attempt = () => server.services.uploads.receive(actor, input, bytes);
  await ada.call('PATCH', `/api/share/${token}`, { permission: 'visitor' });
  await expect(attempt()).rejects.toMatchObject({ code: 'share.forbidden' });
  await revoke(ada, token);
  await expect(attempt()).rejects.toMatchObject({ code: 'share.not_found' });
  expect(await sessions()).toEqual([]);
});

describe('the limit of a request for files', () => {
  const visit = async (asked: string): Promise<Sender> => {
    const sender = createSender(server, asked);
    await sender.open();
    return sender;
  };
  const full = { status: 423, code: 'file_request.full' };
  const begun = { is_last: 'false' };

  test('counts staged bytes that are no file yet', async () => {
    const { token: asked } = await askForFiles(ada, folder, { max_size: 8 });
    const [one, two] = [await visit(asked), await visit(asked)];
    expect(await one.chunk('a.txt', '123456', { ...begun, size: '8', offset: '0' })).toMatchObject({
      status: 200,
    });
    expect(await two.chunk('b.txt', '1', { ...begun, size: '8', offset: '0' })).toMatchObject(full);
    expect(await two.chunk('b.txt', '123', begun)).toMatchObject(full);
    expect(await two.send('b.txt', '123')).toMatchObject(full);
    expect(await two.send('b.txt', '12')).toMatchObject({ status: 201 });
    expect(await sessions()).toHaveLength(1);
    // The first upload gets no more room than there is now.
    expect(await one.chunk('a.txt', '78', { size: '8', offset: '6' })).toMatchObject(full);
    expect(await one.send('a.txt', '123456')).toMatchObject({ status: 201 });
    expect(await sessions()).toEqual([]);
  });

  test('counts bytes that are arriving', async () => {
    const { token: asked } = await askForFiles(ada, folder, { max_size: 8_000_000 });
    const other = await visit(asked);
    const socket = await begin(`/api/request/${asked}/upload?name=slow HTTP/1.1`);
    socket.write(`Content-Length: 8000000\r\n\r\n${'x'.repeat(6_000_000)}`);
    const staging = join(server.dataDir, 'staging');
    await eventually(async () => {
      const [name = ''] = await readdir(staging);
      expect((await stat(join(staging, name))).size).toBeGreaterThan(3_000_000);
    });
    expect(await other.send('b.txt', 'x'.repeat(5_000_000))).toMatchObject(full);
    socket.destroy();
    await eventually(async () => expect(await readdir(staging)).toEqual([]));
    expect(await other.send('b.txt', 'x'.repeat(8_000_000))).toMatchObject({ status: 201 });
  });

  test('holds for small chunks, none of which exceeds it', async () => {
    const { token: asked } = await askForFiles(ada, folder, { max_size: 8 });
    const sender = await visit(asked);
    for (const part of ['123', '456'])
      expect(await sender.chunk('a.txt', part, begun)).toMatchObject({ status: 200 });
    expect(await sender.chunk('a.txt', '789', begun)).toMatchObject(full);
    expect(await sessions()).toEqual([]);
    expect(await sender.chunk('a.txt', '12345678')).toMatchObject({ status: 201 });
    expect(await ada.names(folder)).toEqual(['a.txt']);
  });

  test('counts files that are arriving; a guest who reloads the page abandons their earlier uploads', async () => {
    const { token: asked } = await askForFiles(ada, folder, { max_files: 2 });
    const [one, two] = [await visit(asked), await visit(asked)];
    for (const name of ['a.txt', 'b.txt'])
      expect(await one.chunk(name, 'x', begun)).toMatchObject({ status: 200 });
    expect(await two.chunk('c.txt', 'x', begun)).toMatchObject(full);
    expect(await one.chunk('d.txt', 'x', begun)).toMatchObject(full);
    server.clock.advance(minute);
    expect(await two.chunk('c.txt', 'x', begun)).toMatchObject(full);
    expect(await one.chunk('d.txt', 'x', begun)).toMatchObject({ status: 200 });
    expect((await sessions()).map(({ file_name: name }) => name)).toEqual(['d.txt']);
  });
});

describe('a batch of guests', () => {
  const named = (name: string, bytes: string) => ({ name, bytes, upload_id: `upload-of-${name}` });
  const send = async (url: string, ...files: readonly BatchedFile[]): Promise<BatchAnswer[]> => {
    const headers = { 'content-type': batchType };
    const answer = await guest.call('POST', `${url}/batch`, { bytes: batchOf(...files), headers });
    expect(answer.status).toBe(200);
    return batchAnswersOf(answer.body);
  };

  test('fills a request for files as far as it goes, by size and by number', async () => {
    const full = { status: 423, code: 'file_request.full' };
    const { token: asked } = await askForFiles(ada, folder, { max_size: 8, max_files: 3 });
    await guest.get(`/api/request/${asked}`);
    const files = [
      named('a', '12345'),
      named('b', '12345'),
      named('c', '12'),
      named('d', ''),
      named('e', ''),
    ];
    const stored = { status: 201 };
    expect(await send(`/api/request/${asked}/upload`, ...files)).toMatchObject([
      stored,
      full,
      stored,
      stored,
      full,
    ]);
    expect(await ada.names(folder)).toEqual(['a', 'c', 'd']);
    expect((await sessions()).map(({ state }) => state)).toEqual(['finished', 'finished', 'finished']);
    await settledAt(7);
  });

  test('is told to the owner file by file, and only as far as it is stored', async () => {
    const files = [named('a.txt', 'a'), { ...named('a.txt', 'b'), upload_id: 'another-upload' }];
    const refused = { ...named('b.txt', 'b'), parent_id: (await ada.folder('of the owner')).id };
    const answers = await send(`/api/editor/upload/${token}`, ...files, refused, named('c.txt', 'c'));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 404, 201]);
    const told: unknown = await ada.call('GET', `/api/share/${token}/activity`);
    expect((told as ShareActivityPage).data.map(({ attributes: { kind, name } }) => [kind, name])).toEqual([
      ['uploaded', 'c.txt'],
      ['uploaded', 'a (1).txt'],
      ['uploaded', 'a.txt'],
    ]);
  });
});

describe('guests without a cookie', () => {
  const parts = { status: 422, code: 'request.invalid' };

  test('continue no other guest’s upload', async () => {
    const { token: asked } = await askForFiles(ada, folder);
    const [one, two] = [createSender(server, asked), createSender(server, asked)];
    const cut = '&upload_id=backup.tar&size=6';
    expect(await one.send('backup.tar', 'one', cut)).toMatchObject({ code: 'upload.incomplete' });
    expect(await two.send('backup.tar', 'TWOtwo', cut)).toMatchObject({ status: 201 });
    expect(await one.send('backup.tar', 'one', `${cut}&offset=3`)).toMatchObject(parts);
    expect(await one.chunk('backup.tar', 'one', { is_last: 'false' })).toMatchObject(parts);
    expect(await one.chunk('backup.tar', 'one', { offset: '3' })).toMatchObject(parts);
    expect(await one.call('GET', `/api/request/${asked}/upload/chunks/backup.tar`)).toMatchObject({
      code: 'upload.not_found',
    });
    expect(await sessions()).toEqual([]);
    expect(await ada.names(folder)).toEqual(['backup.tar']);
  });

  test('send whole files by either form, and two of one name become two files', async () => {
    const nobody = { cookie: '' };
    const url = `/api/editor/upload/${token}?name=a.txt&upload_id=always-the-same`;
    for (const bytes of ['one', 'two'])
      expect(await guest.call('POST', url, { bytes, ...nobody })).toMatchObject({ status: 201 });
    const fresh = createGuestClient(server);
    expect(await fresh.chunk(token, partOf('b.txt'), 'x')).toMatchObject(parts);
    expect(await fresh.chunk(token, partOf('b.txt', { is_last: 'true' }), 'x')).toMatchObject({
      status: 201,
    });
    expect(await ada.names(folder)).toEqual(['a (1).txt', 'a.txt', 'b.txt']);
    expect(await sessions()).toEqual([]);
  });
});
