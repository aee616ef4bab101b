import type { Language, TranslatedString } from '@holdall/contract/admin-languages';
import type { Config } from '@holdall/contract/settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';

let server: TestApp;
let cookie: string;
beforeAll(async () => {
  server = await createTestApp();
  cookie = await server.signIn();
});
afterAll(() => server.close());

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const call = (method: Method, path: string, payload?: object) =>
  server.app.inject({
    method,
    url: `/api/admin/languages${path}`,
    headers: { cookie },
    ...(payload && { payload }),
  });
const list = async (): Promise<Language[]> => (await call('GET', '')).json<{ data: Language[] }>().data;
const find = async (id: string): Promise<Language | undefined> => (await list()).find((one) => one.id === id);
const messagesOf = async (locale: string): Promise<Record<string, string>> =>
  (await server.app.inject({ url: `/translations/${locale}` })).json();
const config = async (language?: string): Promise<Config> => {
  const headers = language === undefined ? {} : { 'accept-language': language };
  return (await server.app.inject({ url: '/api/config', headers })).json();
};
const change = (id: string, key: string, value: string | null) =>
  call('PATCH', `/${id}/strings`, { key, value });
const strings = async (
  id: string,
  query = '',
): Promise<{ data: TranslatedString[]; meta: { total: number } }> =>
  (await call('GET', `/${id}/strings${query}`)).json();

test('the shipped languages exist and are complete', async () => {
  const languages = await list();
  expect(languages.map(({ id }) => id)).toEqual(['en', 'cs', 'de', 'es', 'fr', 'sk']);
  for (const { attributes } of languages)
    expect(attributes).toMatchObject({ missing: 0, changed: 0, shipped: true });
});

test('a user without a choice gets the browser’s language, or the default one', async () => {
  expect((await config('cs-CZ,cs;q=0.9,en;q=0.8')).locale).toBe('cs');
  expect((await config('pl')).locale).toBe('en');
  const answer = await server.app.inject({
    method: 'PATCH',
    url: '/api/admin/settings/appearance',
    headers: { cookie },
    payload: { name: 'locale', value: 'de' },
  });
  expect(answer.statusCode).toBe(200);
  expect((await config('pl')).locale).toBe('de');
});

test('a saved text applies at once, and reverting it restores the shipped one', async () => {
  const before = await config('fr');
  const answer = await change('fr', 'trash.title', 'Poubelle');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    data: { key: 'trash.title', translation: 'Poubelle', shipped: 'Corbeille', changed: true },
  });
  expect((await messagesOf('fr'))['trash.title']).toBe('Poubelle');
  expect((await config('fr')).messagesVersion).not.toBe(before.messagesVersion);
  expect((await strings('fr', '?filter=changed')).data.map(({ key }) => key)).toEqual(['trash.title']);
  await change('fr', 'trash.title', null);
  expect((await messagesOf('fr'))['trash.title']).toBe('Corbeille');
  expect((await find('fr'))?.attributes.changed).toBe(0);
});

test('a text that drops a placeholder is refused with its name', async () => {
  const answer = await change('fr', 'guests.moved', 'A déplacé « {{name}} »');
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({
    errors: { value: ['The translation must contain {{to}}, exactly as written.'] },
  });
  expect((await messagesOf('fr'))['guests.moved']).toContain('{{to}}');
  expect((await change('fr', 'no.such.key', 'x')).statusCode).toBe(422);
});

test('faults of fields are in the requested language', async () => {
  const wrong = async (language?: string): Promise<object> => {
    const headers = { cookie, ...(language !== undefined && { 'accept-language': language }) };
    const payload = { key: 'guests.moved', value: 'x'.repeat(4001) };
    const url = '/api/admin/languages/fr/strings';
    return (await server.app.inject({ method: 'PATCH', url, headers, payload })).json();
  };
  const english = (count: string) => ({
    errors: { value: [`A translation can have at most ${count} characters.`] },
  });
  expect(await wrong()).toMatchObject(english('4000'));
  expect(await wrong('tlh')).toMatchObject(english('4,000'));
  expect(await wrong('de-AT, en;q=0.5')).toMatchObject({
    message: 'Einige Felder brauchen Ihre Aufmerksamkeit.',
    errors: { value: ['Eine Übersetzung hat höchstens 4.000 Zeichen.'] },
  });
  const lost = await server.app.inject({ url: '/api/nothing', headers: { 'accept-language': 'fr' } });
  expect(lost.json()).toMatchObject({ code: 'request.not_found', message: 'Il n’y a rien à cette adresse.' });
});

test('texts are found by key, English text and translation, ignoring accents', async () => {
  const keysOf = async (search: string) =>
    (await strings('cs', `?search=${encodeURIComponent(search)}&limit=200`)).data.map(({ key }) => key);
  expect(await keysOf('trash.title')).toContain('trash.title');
  expect(await keysOf('odlozit prejmenovat')).toEqual([]);
  expect(await keysOf('prejmenovat')).not.toEqual([]);
  expect(await keysOf('zzzz')).toEqual([]);
});

test('an added language begins in English, and is removed with its changes', async () => {
  expect((await call('POST', '', { locale: 'no such thing' })).statusCode).toBe(422);
  expect((await call('POST', '', { locale: 'cs' })).json()).toMatchObject({ code: 'language.exists' });
  const added = await call('POST', '', { locale: 'HE' });
  expect(added.statusCode).toBe(201);
  const { data } = added.json<{ data: Language }>();
  expect(data).toMatchObject({ id: 'he', attributes: { name: 'עברית', direction: 'rtl', shipped: false } });
  expect(data.attributes.missing).toBe(data.attributes.texts);
  expect((await messagesOf('he'))['trash.title']).toBe('Trash');
  await change('he', 'trash.title', 'אשפה');
  expect((await find('he'))?.attributes.missing).toBe(data.attributes.texts - 1);
  expect((await call('DELETE', '/he')).statusCode).toBe(204);
  expect(await find('he')).toBeUndefined();
  await call('POST', '', { locale: 'he' });
  expect((await messagesOf('he'))['trash.title']).toBe('Trash');
});

test('a page in a right-to-left language is sent as such', async () => {
  const { languages } = await config('he');
  expect(languages.find(({ locale }) => locale === 'he')).toEqual({
    locale: 'he',
    name: 'עברית',
    direction: 'rtl',
  });
  expect((await config('he')).locale).toBe('he');
});

test('English cannot be removed, and replaces a default language that is', async () => {
  expect((await call('DELETE', '/en')).json()).toMatchObject({ code: 'language.english' });
  expect((await find('de'))?.attributes.default).toBe(true);
  expect((await call('DELETE', '/de')).statusCode).toBe(204);
  expect((await find('en'))?.attributes.default).toBe(true);
  expect((await call('DELETE', '/de')).statusCode).toBe(404);
});

test('an export can be imported, and rejected texts are reported', async () => {
  const exported = await call('GET', '/es/export');
  expect(exported.headers['content-disposition']).toBe('attachment; filename="holdall-es.json"');
  const texts = exported.json<Record<string, string>>();
  expect((await call('POST', '/es/import', texts)).json()).toMatchObject({
    data: { saved: 0, refused: [], unknown: [] },
  });
  const answer = await call('POST', '/es/import', {
    ...texts,
    'trash.title': 'Basura',
    'guests.moved': 'Movió',
    'files.home': '',
    'of.another.version': 'x',
  });
  expect(answer.json()).toMatchObject({
    data: { saved: 1, unknown: ['of.another.version'], refused: [{ key: 'guests.moved' }] },
  });
  expect(await messagesOf('es')).toMatchObject({
    'trash.title': 'Basura',
    'files.home': texts['files.home'],
  });
});

test.each([
  ['a list', '[]', 422],
  ['texts in texts', '{"trash":{"title":"x"}}', 422],
  ['a number', '{"trash.title":7}', 422],
  ['no object', '"trash.title"', 422],
  ['no JSON', '{"trash.title":', 400],
  ['a prototype', '{"__proto__":{"trash.title":"x"}}', 400],
])('an import of %s is refused, and changes nothing', async (_what, payload, status) => {
  const before = (await find('es'))?.attributes;
  const headers = { cookie, 'content-type': 'application/json' };
  const url = '/api/admin/languages/es/import';
  const answer = await server.app.inject({ method: 'POST', url, headers, payload });
  expect(answer.statusCode).toBe(status);
  expect((await find('es'))?.attributes).toEqual(before);
});

test('only administrators see and change languages', async () => {
  await server.addUser('mara@example.com');
  const headers = { cookie: await server.signIn('mara@example.com') };
  const asUser = async (method: Method, path: string, payload?: object): Promise<number> => {
    const url = `/api/admin/languages${path}`;
    return (await server.app.inject({ method, url, headers, ...(payload && { payload }) })).statusCode;
  };
  expect(await asUser('GET', '')).toBe(403);
  expect(await asUser('GET', '/es/export')).toBe(403);
  expect(await asUser('PATCH', '/es/strings', { key: 'trash.title', value: 'x' })).toBe(403);
  expect(await asUser('POST', '/es/import', { 'trash.title': 'x' })).toBe(403);
  expect(await asUser('DELETE', '/es')).toBe(403);
});

test('messages that a browser has cached are not sent again', async () => {
  const first = await server.app.inject({ url: '/translations/sk' });
  const again = (etag: string) =>
    server.app.inject({ url: '/translations/sk', headers: { 'if-none-match': etag } });
  const etag = String(first.headers.etag);
  expect(first.headers['content-language']).toBe('sk');
  expect((await again(etag)).statusCode).toBe(304);
  await change('sk', 'trash.title', 'Smeti');
  expect((await again(etag)).statusCode).toBe(200);
});
