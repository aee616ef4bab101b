import { appEndpoints } from '@holdall/contract/app.endpoints';
import { itemEndpoints } from '@holdall/contract/items.endpoints';
import { expect, test, vi } from 'vitest';
import { call } from './client.ts';

const answered = (answer: () => Response | Promise<Response>) => vi.stubGlobal('fetch', async () => answer());
const user = () => call(appEndpoints.getUser, {});

test('an answer that breaks off on its way counts as none', async () => {
  const cut = new ReadableStream({
    pull: (controller) => controller.error(new TypeError('network error')),
  });
  answered(() => new Response(cut));
  await expect(user()).rejects.toMatchObject({ status: 0, code: 'network' });
  answered(() => new Response(cut, { status: 503 }));
  await expect(user()).rejects.toMatchObject({ status: 0, code: 'network' });
});

test('a page that answers in the place of the server is unreadable', async () => {
  answered(() => new Response('<html>portal</html>'));
  await expect(user()).rejects.toMatchObject({ status: 200, code: 'unreadable' });
});

test('a call that is cancelled while it is read keeps its own error', async () => {
  const cancelled = new DOMException('cancelled', 'AbortError');
  answered(() => new Response(new ReadableStream({ pull: (controller) => controller.error(cancelled) })));
  await expect(user()).rejects.toBe(cancelled);
});

test.each([
  ['before the answer begins', () => new Promise<Response>(() => undefined)],
  ['while the answer comes', () => Promise.resolve(new Response(new ReadableStream()))],
])('a call that hangs %s is given up', async (_when, hang) => {
  const deadline = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
  vi.stubGlobal('fetch', async (_address: string, { signal }: RequestInit) => {
    const { promise, reject } = Promise.withResolvers<never>();
    signal?.addEventListener('abort', () => reject(new DOMException('', 'TimeoutError')));
    const answer = await Promise.race([hang(), promise]);
    return Object.assign(answer, { text: () => promise });
  });
  const called = call(appEndpoints.getUser, { signal: new AbortController().signal });
  deadline.abort();
  await expect(called).rejects.toMatchObject({ status: 0, code: 'timeout' });
});

test('an answer without content is no failure', async () => {
  answered(() => new Response(null, { status: 204 }));
  expect(await call(appEndpoints.signOut, {})).toBeUndefined();
});

test('changes go as their endpoint has it: as POST with their method in the body, or as they are', async () => {
  const sent: (readonly [unknown, unknown])[] = [];
  vi.stubGlobal('fetch', async (_address: string, { method, body }: RequestInit) => {
    sent.push([method, body]);
    return new Response(null, { status: 204 });
  });
  await call(appEndpoints.updateUserSettings, { body: { name: 'theme_mode', value: 'dark' } });
  await call(itemEndpoints.orderFavourites, { body: { folders: [] } });
  await call(appEndpoints.signOut, {});
  expect(sent).toEqual([
    ['POST', '{"name":"theme_mode","value":"dark","_method":"patch"}'],
    ['PATCH', '{"folders":[]}'],
    ['POST', null],
  ]);
});
