import { expect, test, vi } from 'vitest';
import { call } from './client.ts';

const answered = (answer: () => Response | Promise<Response>) => vi.stubGlobal('fetch', async () => answer());
const user = () => call('getUser', {});

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

test('no content is no failure', async () => {
  answered(() => new Response(null, { status: 204 }));
  expect(await call('signOut', {})).toBeUndefined();
});
