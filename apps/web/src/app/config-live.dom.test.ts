import type { Config } from '@holdall/contract/settings';
import { beforeEach, expect, test, vi } from 'vitest';
import { chooseTheme, themeMode } from '#features/appearance/theme.store.ts';
import { callAsGuest } from '#shared/api/client.ts';
import { getConfig, loadConfig } from '#shared/config/config.ts';
import { text } from '#shared/i18n/messages.ts';
import { eventually } from '#shared/testing/eventually.ts';
import { refreshConfig } from './config-live.ts';

const config = {
  recaptcha_origin: null,
  locale: 'en',
  messagesVersion: '1',
  defaultThemeMode: 'light',
  uploadLimit: 0,
  app: { title: 'Holdall', color: 'petrol', favicon: null },
} as Config;
const withApp = (app: Partial<Config['app']>): Config => ({ ...config, app: { ...config.app, ...app } });

let answers: (() => Promise<Response>)[];
const answerWith = (next: Config): void => {
  answers.push(async () => Response.json(next));
};

beforeEach(async () => {
  answers = [];
  vi.stubGlobal('fetch', () => answers.shift()?.());
  localStorage.clear();
  document.head.innerHTML = '<link rel="icon" href="/own.svg"><style id="holdall-accent"></style>';
  document.documentElement.dataset['accent'] = 'iris';
  const inlined = document.head.appendChild(document.createElement('script'));
  inlined.id = 'holdall-config';
  inlined.type = 'application/json';
  inlined.textContent = JSON.stringify(config);
  await loadConfig();
});

const accentRule = (): string =>
  document.adoptedStyleSheets.flatMap((sheet) => Array.from(sheet.cssRules, (rule) => rule.cssText)).join('');

test('another accent takes the place of the one that came with the page, petrol too', async () => {
  answerWith(withApp({ color: 'moss' }));
  await refreshConfig();
  expect(document.documentElement.dataset['accent']).toBe('moss');
  expect(document.getElementById('holdall-accent')).toBeNull();
  const moss = accentRule();
  expect(moss).toMatch(/--accent: ?#[0-9a-f]{6}/);
  answerWith(withApp({ color: 'ember' }));
  await refreshConfig();
  expect(accentRule()).not.toBe(moss);
  answerWith(config);
  await refreshConfig();
  expect(accentRule()).toBe('');
});

test('the icon of the tab follows, and goes back to the application’s own', async () => {
  answerWith(withApp({ favicon: '/api/images/x/full' }));
  await refreshConfig();
  const href = (rel: string) => document.querySelector(`link[rel="${rel}"]`)?.getAttribute('href');
  expect([href('icon'), href('apple-touch-icon')]).toEqual(['/api/images/x/full', '/api/images/x/home']);
  answerWith(config);
  await refreshConfig();
  expect(href('icon')).toMatch(/svg/);
  expect(href('apple-touch-icon')).toBe('/icons/home-screen-180.png');
});

test('another default theme counts where this device knows of no choice', async () => {
  themeMode.set('light');
  answerWith({ ...config, defaultThemeMode: 'dark' });
  await refreshConfig();
  expect(themeMode.get()).toBe('dark');
  localStorage.setItem('holdall:theme', 'light');
  themeMode.set('light');
  answerWith({ ...config, defaultThemeMode: 'dark' });
  await refreshConfig();
  expect(themeMode.get()).toBe('light');
});

test('the answer to the later of two questions counts, whichever comes last', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  answers.push(() => promise);
  const first = refreshConfig();
  answerWith({ ...config, uploadLimit: 2 });
  await refreshConfig();
  resolve(Response.json({ ...config, uploadLimit: 1 }));
  await first;
  expect(getConfig().uploadLimit).toBe(2);
});

test('messages that could not be had are asked for again, and until then the page says that it speaks as before', async () => {
  vi.useFakeTimers();
  const german = { ...config, locale: 'de', messagesVersion: '2', languages: [] };
  answerWith(german);
  answers.push(async () => new Response('{}', { status: 503 }));
  await refreshConfig();
  await vi.runAllTimersAsync();
  expect([answers, getConfig().locale]).toEqual([[], 'en']);
  answerWith({ ...german, uploadLimit: 3 });
  answers.push(async () => Response.json({ 'offline.back': 'Sie sind wieder online.' }));
  dispatchEvent(new Event('focus'));
  await eventually(() => expect(getConfig()).toMatchObject({ locale: 'de', messagesVersion: '2' }));
  expect([text('offline.back'), getConfig().uploadLimit]).toEqual(['Sie sind wieder online.', 3]);
});

test('a page whose policy keeps the bot protection out is loaded anew where nobody is signed in', async () => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  answerWith(config);
  await refreshConfig();
  expect(reload).not.toHaveBeenCalled();
  answerWith({ ...config, recaptcha_origin: 'https://www.google.com' });
  await refreshConfig();
  expect(reload).toHaveBeenCalledTimes(1);
});

// The last: this page is one of a guest's from here on.
test('a page of a link is not loaded anew, and keeps the theme that its guest has chosen', async () => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  callAsGuest({ formOf: () => undefined, onRefusal: () => undefined });
  chooseTheme('dark');
  answerWith(config);
  await refreshConfig();
  answerWith({ ...config, recaptcha_origin: 'https://www.google.com' });
  await refreshConfig();
  expect(getConfig().recaptcha_origin).toBe('https://www.google.com');
  expect(reload).not.toHaveBeenCalled();
  expect(themeMode.get()).toBe('dark');
});
