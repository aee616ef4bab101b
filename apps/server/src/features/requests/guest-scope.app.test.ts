import type { Endpoint } from '@holdall/contract/endpoint';
import { endpoints } from '@holdall/contract/endpoints';
import type { ItemRef } from '@holdall/contract/selections';
import { beforeEach, expect, test } from 'vitest';
import { askForFiles, createSender, type Sender } from '#testing/request-sender.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada } = useTree({ smallContentLimit: -1 });

let folder: ItemRef;
let file: ItemRef;
let token: string;
let sender: Sender;
beforeEach(async () => {
  folder = await ada.folder('Inbox');
  file = await ada.file('secret.txt', folder);
  ({ token } = await askForFiles(ada, folder));
  sender = createSender(server, token);
  await sender.open();
});

const pathOf = ({ path }: Endpoint, id: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => ({ token, id, size: 'sm' })[name] ?? 'some-name');

const table = Object.entries(endpoints) as [string, Endpoint][];
/** All calls by a link except those of requests. */
const others = table.filter(
  ([name, { path, via }]) => (path.includes('{token}') && via !== 'request') || name === 'unlockShare',
);

test.each(others)('%s is refused for the link of a request', async (_name, endpoint) => {
  for (const { id } of [folder, file]) {
    const answer = await sender.call(
      endpoint.method,
      pathOf(endpoint, id),
      endpoint.bodyKind === 'json' ? { password: 'x' } : undefined,
    );
    // Calls for signed-in users say so; all others answer as for any made-up token.
    expect(answer).toMatchObject(endpoint.access === 'user' ? { status: 401 } : { status: 404 });
    expect(answer.body).not.toContain('secret');
  }
});

test('a link to an item is no request', async () => {
  const answer = await ada.call('POST', '/api/share', { ...folder, permission: 'editor' });
  const shared = (answer as unknown as { data: { attributes: { token: string } } }).data.attributes.token;
  const guest = createSender(server, shared);
  expect(await guest.call('GET', `/api/request/${shared}`)).toMatchObject({ code: 'file_request.not_found' });
  expect(await guest.send('x.txt', 'x')).toMatchObject({ code: 'file_request.not_found' });
  expect(await guest.done()).toMatchObject({ code: 'file_request.not_found' });
});

test('a request’s guest joins no channel', async () => {
  const payload = { socket_id: '1.2', channel_name: `private-share.${token}` };
  expect((await sender.call('POST', '/broadcasting/auth', payload)).status).not.toBe(200);
});

test('a guest cannot resume, inspect or end an upload of another visit', async () => {
  const query = '&size=6&upload_id=mine';
  await sender.send('mine.txt', 'abc', query);
  const other = createSender(server, token);
  await other.open();
  const status = `/api/request/${token}/upload/chunks/mine`;
  expect(await other.call('GET', status)).toMatchObject({ code: 'upload.not_found' });
  expect(await other.call('DELETE', status)).toMatchObject({ status: 204 });
  expect(await other.send('mine.txt', 'def', `${query}&offset=3`)).toMatchObject({ code: 'upload.gap' });
  expect(await sender.call('GET', status)).toMatchObject({ status: 200 });
  expect(await sender.send('mine.txt', 'def', `${query}&offset=3`)).toMatchObject({ status: 201 });
});
