import { beforeEach, expect, test, vi } from 'vitest';
import { currentLocale, loadMessages, reloadMessages, text, translate } from './messages.ts';

beforeEach(() => {
  document.body.innerHTML = '<p id="unreachable" hidden></p>';
});

const isToldOf = () => document.getElementById('unreachable')?.hasAttribute('hidden') === false;

test('the page gives up at once without an answer and without a memory, and says so', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(await loadMessages('en')).toBe(false);
  expect(isToldOf()).toBe(true);
});

test('the page gives up after a few reloads, and begins again with the next visit', async () => {
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

test('a language that is written from right to left turns the page, and others turn it back', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ 'files.home': 'בית' }));
  await loadMessages('he', 'rtl');
  const { lang, dir } = document.documentElement;
  expect({ lang, dir }).toEqual({ lang: 'he', dir: 'rtl' });
  await loadMessages('en');
  expect(document.documentElement.dir).toBe('ltr');
});

test('messages that change have whoever follows them draw anew; those that do not come leave what there is', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ 'files.home': 'Home', 'trash.title': 'Trash' }));
  await loadMessages('en');
  const before = translate.get();
  vi.stubGlobal('fetch', async () => Response.json({ 'files.home': 'Domů' }));
  await reloadMessages({ locale: 'cs', direction: 'ltr' });
  expect(translate.get()).not.toBe(before);
  expect(translate.get()('files.home')).toBe('Domů');
  expect(text('trash.title')).toBe('trash.title');
  expect(currentLocale()).toBe('cs');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await expect(reloadMessages({ locale: 'de' })).rejects.toThrow();
  expect(translate.get()('files.home')).toBe('Domů');
});

test('the later of two requested languages is spoken, whichever comes last', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => promise);
  const first = reloadMessages({ locale: 'de' });
  vi.stubGlobal('fetch', async () => Response.json({ 'files.home': 'Accueil' }));
  await reloadMessages({ locale: 'fr' });
  resolve(Response.json({ 'files.home': 'Start' }));
  await first;
  expect(text('files.home')).toBe('Accueil');
});
