import { request } from 'node:http';
import type { ItemRef } from '@holdall/contract/selections';
import { beforeEach, expect, test } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada } = useTree();

let root: ItemRef;
let file: ItemRef;
beforeEach(async () => {
  root = await ada.folder('root');
  file = await ada.upload('file.txt', 'some bytes');
  await ada.move([file], root);
});

const share = async (more: object): Promise<string> => {
  const answer = await ada.call('POST', '/api/share', { ...root, ...more });
  return (answer as unknown as { data: { attributes: { token: string } } }).data.attributes.token;
};
const counts = async (token: string): Promise<{ downloads: number; visits: number }> => {
  const answer = await ada.call('GET', `/api/share/${token}`);
  const { downloads, visits } = (
    answer as unknown as { data: { attributes: { downloads: number; visits: number } } }
  ).data.attributes;
  return { downloads, visits };
};
/** Opens the link as a browser does. @returns its cookie */
const visit = async (token: string): Promise<string> => {
  const [cookie] = (await server.app.inject({ url: `/api/browse/share/${token}` })).cookies;
  return `${cookie?.name}=${cookie?.value}`;
};
const take = async (url: string, cookie = '', range?: string): Promise<[number, string]> => {
  const answer = await server.app.inject({
    url,
    headers: { cookie, ...(range === undefined ? {} : { range }) },
  });
  return [answer.statusCode, answer.statusCode < 300 ? '' : answer.json<{ code: string }>().code];
};

test('a browser counts as one visit, and a visit’s downloads of a file as one', async () => {
  const token = await share({});
  const cookie = await visit(token);
  await server.app.inject({ url: `/api/browse/share/${token}`, headers: { cookie } });
  const content = `/api/files/${file.id}/content/${token}`;
  await take(content, cookie);
  expect(await counts(token)).toEqual({ downloads: 0, visits: 1 });
  await take(`${content}?download`, cookie);
  await take(`${content}?download`, cookie, 'bytes=4-');
  await server.app.inject({ method: 'HEAD', url: `${content}?download`, headers: { cookie } });
  expect(await counts(token)).toEqual({ downloads: 1, visits: 1 });
  await take(`/api/zip/${token}?items=${root.id}|folder`, cookie);
  expect(await counts(token)).toEqual({ downloads: 2, visits: 1 });
});

test('a limit applies to all requests for bytes, except to resume a download', async () => {
  const token = await share({ download_limit: 2 });
  const [one, other] = [await visit(token), await visit(token)];
  const content = `/api/files/${file.id}/content/${token}`;
  expect(await take(content, one, 'bytes=0-3')).toEqual([206, '']);
  expect(await take(content, one, 'bytes=4-')).toEqual([206, '']);
  // Without a cookie the limit cannot be bypassed by ranges.
  expect(await take(content, '', 'bytes=4-')).toEqual([206, '']);
  expect(await take(content, '', 'bytes=0-3')).toEqual([403, 'share.exhausted']);
  expect(await take(`${content}?download`, other)).toEqual([403, 'share.exhausted']);
  expect(await take(`/api/zip/${token}?items=${root.id}|folder`, other)).toEqual([403, 'share.exhausted']);
  expect(await take(`${content}?download`, one)).toEqual([200, '']);
  server.clock.advance(25 * 60 * 60_000);
  expect(await take(`${content}?download`, one)).toEqual([403, 'share.exhausted']);
});

test('of ten concurrent downloads a limit of three permits three', async () => {
  const token = await share({ download_limit: 3 });
  const content = `/api/files/${file.id}/content/${token}?download`;
  const answers = await Promise.all(Array.from({ length: 10 }, () => take(content)));
  expect(answers.filter(([status]) => status === 200)).toHaveLength(3);
});

test('a download in progress is cut when the link is revoked', async () => {
  const big = await ada.upload('big.bin', 'x'.repeat(32 * 1024 * 1024));
  await ada.move([big], root);
  const token = await share({});
  const origin = await server.listen();
  const ended = new Promise<'whole' | 'cut'>((resolve, reject) => {
    const call = request(`${origin}/api/files/${big.id}/content/${token}`, (answer) => {
      // Reading stops: bytes that do not fit into the buffers wait on the server.
      answer.once('data', () => {
        answer.pause();
        ada
          .call('POST', '/api/share/revoke', { tokens: [token], _method: 'delete' })
          // A client that reads on before the server has cut it can have all bytes.
          .then(() => eventually(() => expect(server.services.guestWatch.size()).toBe(0)))
          .then(() => answer.resume(), reject);
      });
      answer.once('end', () => resolve('whole'));
      answer.once('error', () => resolve('cut'));
    });
    call.once('error', () => resolve('cut'));
    call.end();
  });
  expect(await ended).toBe('cut');
  await eventually(async () => expect((await take(`/api/browse/share/${token}`))[0]).toBe(404));
});

test('a download in progress is cut when its item leaves the collection, others continue', async () => {
  const folder = await ada.folder('folder');
  const bytes = 'x'.repeat(32 * 1024 * 1024);
  const upload = (name: string): Promise<ItemRef> => ada.upload(name, bytes);
  const files = [
    await upload('kept'),
    await upload('trashed'),
    await upload('taken out'),
    await upload('inside'),
  ];
  const [kept, trashed, taken, inside] = files as [ItemRef, ItemRef, ItemRef, ItemRef];
  await ada.move([inside], folder);
  const made = await ada.call('POST', '/api/share/collection', {
    name: 'Holiday',
    items: [kept, trashed, taken, folder],
  });
  const { token } = (made as unknown as { data: { attributes: { token: string } } }).data.attributes;
  const origin = await server.listen();
  /** Reads the first bytes, and the rest once `goOn` is called. */
  const begin = (file: ItemRef) =>
    new Promise<() => Promise<'whole' | 'cut'>>((resolve, reject) => {
      const call = request(`${origin}/api/files/${file.id}/content/${token}`, (answer) => {
        const ended = new Promise<'whole' | 'cut'>((end) => {
          answer.once('end', () => end('whole'));
          answer.once('error', () => end('cut'));
        });
        answer.once('data', () => {
          answer.pause();
          resolve(() => {
            answer.resume();
            return ended;
          });
        });
      });
      call.once('error', reject);
      call.end();
    });
  const goOn = await Promise.all(files.map(begin));
  await ada.remove([trashed]);
  await ada.call('PATCH', `/api/share/${token}/items`, { remove: [taken.id, folder.id] });
  await eventually(() => expect(server.services.guestWatch.size()).toBe(2));
  expect(await Promise.all(goOn.map((resume) => resume()))).toEqual(['whole', 'whole', 'cut', 'cut']);
});
