import { beforeEach, expect, test, vi } from 'vitest';
import { loadMessages, text } from './messages.ts';

beforeEach(() => {
  document.body.innerHTML = '<p id="unreachable" hidden></p>';
});

const isToldOf = () => document.getElementById('unreachable')?.hasAttribute('hidden') === false;

test('without an answer and without a memory it gives up at once, and says so', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(await loadMessages('en')).toBe(false);
  expect(isToldOf()).toBe(true);
});

test('after a few reloads it gives up, and begins again with the next visit', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  sessionStorage.setItem('holdall:reloads', '3');
  expect(await loadMessages('en')).toBe(false);
  expect(isToldOf()).toBe(true);
  expect(sessionStorage.getItem('holdall:reloads')).toBe('0');
});

test.each([
  ['a server that is not ready', () => new Response('{}', { status: 503 })],
  ['a page of something in between', () => new Response('<html>portal</html>')],
])('%s is a failure that is not reloaded away', async (_what, answer) => {
  vi.stubGlobal('fetch', async () => answer());
  await expect(loadMessages('en')).rejects.toThrow();
});

test('a name in a message turns no direction and calls no other message', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ 'deleted.trash.named': '{{name}} moved to trash', 'files.home': 'Home' }),
  );
  expect(await loadMessages('en')).toBe(true);
  expect(text('deleted.trash.named', { name: 'a\u202egpj.exe' })).toBe('a\ufffdgpj.exe moved to trash');
  expect(text('deleted.trash.named', { name: '$t(files.home) {{name}} $&' })).toBe(
    '$t(files.home) {{name}} $& moved to trash',
  );
});
