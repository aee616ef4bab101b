import type { User } from '@holdall/contract/users';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '#shared/config/config.ts';
import { loadMessages } from '#shared/i18n/messages.ts';
import { change, openPlace, write } from '#shared/testing/page.tsx';
import { openServer, type Call } from '#shared/testing/server.ts';
import { userQuery } from '#shared/session/session.ts';
import { TwoFactorGate } from './two-factor-gate.tsx';

/** The account as the server has it. */
let account: { isRequired: boolean; since: string | null };
let calls: Call[];
const userNow = (): User =>
  ({
    data: {
      id: 'u',
      attributes: { two_factor_confirmed_at: account.since },
      meta: { two_factor_required: account.isRequired },
    },
  }) as User;

beforeEach(async () => {
  account = { isRequired: true, since: null };
  calls = openServer(({ path }) => {
    if (path === '/api/user') return Response.json(userNow());
    if (path === '/api/user/two-factor')
      return Response.json({ secret: 'ABCDEFGH', uri: 'otpauth://totp/x', qr: '<svg></svg>' });
    account.since = '2026-01-01T00:00:00.000Z';
    return Response.json({ recovery_codes: ['aaaa-bbbb', 'cccc-dddd'] });
  });
  await loadMessages('en');
  const config = document.body.appendChild(document.createElement('script'));
  config.id = 'holdall-config';
  config.type = 'application/json';
  config.textContent = JSON.stringify({ app: { title: 'Holdall', logo: null }, defaultEmoji: 'applemoji' });
  await loadConfig();
  return () => config.remove();
});

const Files = () => 'The files';
const Page = () => (
  <TwoFactorGate>
    <Files />
  </TwoFactorGate>
);
const open = async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { box, draw } = openPlace(client);
  await draw(<Page />);
  await change(() => vi.dynamicImportSettled());
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  return { box, client, button, press: (name: string) => change(() => button(name)?.click()) };
};
const send = (name: string, text: string) =>
  change(async () => {
    write(document.querySelector(`input[name=${name}]`), text);
    document.querySelector('form')?.requestSubmit();
  });

test('a page of the account is shown once the server has said who it is', async () => {
  account.isRequired = false;
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => promise);
  const { box, draw } = openPlace();
  await draw(<Page />);
  expect(box.textContent).toBe('');
  await change(() => resolve(Response.json(userNow())));
  expect(box.textContent).toBe('The files');
});

test('a page that the server does not answer is left to say so itself', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  const { box } = await open();
  expect(box.textContent).toBe('The files');
});

test('somebody who lacks a required second factor sets it up in the page’s place, and goes on after the recovery codes', async () => {
  const { box, press } = await open();
  expect(box.querySelector('h1')?.textContent).toBe('Set up two-factor sign-in');
  expect(box.textContent).toContain('Your administrator requires two-factor sign-in. Set it up to continue.');
  expect(box.textContent).not.toContain('The files');
  await press('Set up two-factor sign-in');
  await send('current_password', 'correct horse battery');
  await send('code', '123456');
  expect(document.body.textContent).toContain('aaaa-bbbb');
  expect(box.textContent).not.toContain('The files');
  await press('I’ve saved them');
  expect(box.textContent).toBe('The files');
  expect(calls.filter(({ path }) => !path.startsWith('/api/user'))).toEqual([]);
});

test('a user who gives up setting it up stays there, and can sign out', async () => {
  const { box, press } = await open();
  await press('Set up two-factor sign-in');
  await press('Cancel');
  expect(document.querySelector('dialog')).toBeNull();
  expect(box.textContent).not.toContain('The files');
  await press('Sign out');
  expect(calls.at(-1)?.path).toBe('/logout');
});

test('the window’s focus finds out that it was set up in another tab', async () => {
  const { box } = await open();
  expect(box.textContent).not.toContain('The files');
  account.since = '2026-01-01T00:00:00.000Z';
  await change(() => dispatchEvent(new Event('focus')));
  expect(box.textContent).toBe('The files');
});

test('an open page makes room as soon as the user’s own answer says so', async () => {
  account.isRequired = false;
  const { box, client } = await open();
  expect(box.textContent).toBe('The files');
  account.isRequired = true;
  await change(() => client.invalidateQueries({ queryKey: userQuery.queryKey }));
  await change(() => vi.dynamicImportSettled());
  expect(box.textContent).toContain('Your administrator requires two-factor sign-in.');
});
