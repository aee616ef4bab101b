import type { ItemRef } from '@holdall/contract/selections';
import { beforeEach, expect, test } from 'vitest';
import { request } from 'node:http';
import { eventually } from '#testing/eventually.ts';
import { createGuestClient, shareOf } from '#testing/guest-client.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada, newcomer } = useTree();

const atOnce = 8;
let folder: ItemRef;
let origin: string;
let cookie: string;
beforeEach(async () => {
  folder = await ada.folder('large');
  // More than the system's buffers of a connection hold.
  for (const name of ['a.bin', 'b.bin', 'c.bin'])
    await ada.move([await ada.upload(name, 'x'.repeat(12_000_000))], folder);
  origin = await server.listen();
  cookie = await server.signIn();
});

/** Begins to download an archive and reads only its head. */
const begin = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  new Promise<{ status: number; stop: () => void; retryAfter: string | undefined }>((resolve, reject) => {
    const call = request(origin + path, { headers, agent: false }, (answer) =>
      resolve({
        status: answer.statusCode ?? 0,
        stop: () => call.destroy(),
        retryAfter: answer.headers['retry-after'],
      }),
    );
    call.once('error', reject).end();
  });

test('a ninth archive of one person waits for another one to end; other people do not wait', async () => {
  const path = `/api/zip?items=${folder.id}|folder`;
  const downloads = await Promise.all(Array.from({ length: atOnce }, () => begin(path, { cookie })));
  expect(downloads.map(({ status }) => status)).toEqual(Array.from({ length: atOnce }, () => 200));
  const refused = await ada.call('GET', path);
  expect(refused).toMatchObject({ status: 429, code: 'zip.too_many' });
  expect(await ada.call('POST', '/api/zip', { items: [folder] })).toMatchObject({ code: 'zip.too_many' });
  expect((await begin(path, { cookie })).retryAfter).toBe('30');

  const eve = await newcomer('eve');
  const own = await eve.upload('own.txt', 'x');
  expect(await eve.call('POST', '/api/zip', { items: [own] })).toMatchObject({ status: 201 });
  // A missing item is not answered as too many archives.
  expect(await ada.call('GET', `/api/zip?items=${own.id}|file`)).toMatchObject({ status: 404 });

  downloads[0]?.stop();
  const next = await eventually(async () => {
    const download = await begin(path, { cookie });
    expect(download.status).toBe(200);
    return download;
  });
  for (const { stop } of [...downloads, next]) stop();
});

test('guests of a link share eight archives, and take none of their owner’s or of another link’s', async () => {
  const [token, other] = [await shareOf(ada, folder), await shareOf(ada, await ada.upload('small.txt', 'x'))];
  const downloads = await Promise.all(
    Array.from({ length: atOnce }, () => begin(`/api/zip/${token}?items=${folder.id}|folder`)),
  );
  expect(downloads.map(({ status }) => status)).toEqual(Array.from({ length: atOnce }, () => 200));
  const path = `/api/zip/${token}?items=${folder.id}|folder`;
  expect(await createGuestClient(server).get(path)).toMatchObject({ status: 429, code: 'zip.too_many' });
  const small = await createGuestClient(server).get(`/api/browse/share/${other}`);
  expect(small.status).toBe(200);
  const own = await begin(`/api/zip?items=${folder.id}|folder`, { cookie });
  expect(own.status).toBe(200);
  for (const { stop } of [...downloads, own]) stop();
  await eventually(async () => {
    const next = await begin(path);
    next.stop();
    expect(next.status).toBe(200);
  });
});
