import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callAsGuest } from '#shared/api/client.ts';
import { markAuthorized, markUnauthorized } from '#shared/session/session.ts';
import { adoptTheme, chooseTheme, themeMode } from './theme.store.ts';

interface Sent {
  readonly body: string;
  readonly keepalive: boolean;
}

const sent: Sent[] = [];
let answer: () => Promise<Response>;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  sent.length = 0;
  answer = async () => new Response(null, { status: 204 });
  vi.stubGlobal('fetch', (_address: string, request: Sent) => {
    sent.push(request);
    return answer();
  });
  markAuthorized();
});

afterEach(() => {
  markUnauthorized();
  vi.useRealTimers();
});

const bodies = (): unknown[] => sent.map(({ body }) => JSON.parse(body) as unknown);

test('a theme chosen while leaving the page is sent so that it outlives the page', () => {
  chooseTheme('light');
  expect(sent).toEqual([]);
  dispatchEvent(new Event('pagehide'));
  expect(bodies()).toMatchObject([{ name: 'theme_mode', value: 'light' }]);
  expect(sent[0]?.keepalive).toBe(true);
});

test('settings that were read before the choice arrived do not undo it', async () => {
  answer = () => new Promise(() => undefined);
  chooseTheme('dark');
  dispatchEvent(new Event('pagehide'));
  answer = async () => new Response(null, { status: 204 });
  adoptTheme('light');
  expect(themeMode.get()).toBe('dark');
  await vi.advanceTimersByTimeAsync(200);
  expect(bodies()).toHaveLength(2);
  adoptTheme('light');
  expect(themeMode.get()).toBe('light');
});

test('the next user does not inherit the choice of the previous one', () => {
  chooseTheme('dark');
  markUnauthorized();
  markAuthorized();
  adoptTheme('light');
  expect(themeMode.get()).toBe('light');
});

// This test comes last, since it makes the page a guest page.
test('a choice on a guest page is not stored', async () => {
  const kept = () => Object.keys(localStorage).filter((name) => name.includes('theme'));
  callAsGuest({ formOf: () => undefined, onRefusal: () => undefined });
  // Drops the save that another test has left pending.
  dispatchEvent(new Event('pagehide'));
  sent.length = 0;
  chooseTheme('dark');
  expect(themeMode.get()).toBe('dark');
  await vi.advanceTimersByTimeAsync(1_000);
  dispatchEvent(new Event('pagehide'));
  expect(sent).toEqual([]);
  expect(kept()).toEqual([]);
});
