import type { User } from '@holdall/contract/users';
import { expect, test } from 'vitest';
import { useAccounts } from '#testing/use-accounts.ts';

const { newcomer } = useAccounts();
const email = 'bob@example.com';

test.each([
  ['first_name', 'Bob'],
  ['last_name', 'O’Brien “the Elder”'],
  ['theme_mode', 'dark'],
  ['emoji_type', 'applemoji'],
  ['locale', 'en'],
  ['country', 'SK'],
  ['timezone', 5.75],
  ['timezone', -12],
  ['country', null],
  ['timezone', null],
  ['mail_guest_changes', true],
  ['mail_guest_changes', false],
] as const)('%s becomes %o, by its name and as a field', async (name, value) => {
  const bob = await newcomer(email);
  for (const payload of [{ name, value }, { [name]: value }, { _method: 'PATCH', name, value }]) {
    const answer = await bob.send('_method' in payload ? 'POST' : 'PATCH', '/api/user/settings', payload);
    expect(answer.statusCode).toBe(204);
    const { data } = (await bob.send('GET', '/api/user')).json<User>();
    expect(data.relationships.settings.data.attributes[name]).toBe(value);
  }
});

test('the tile’s colour is one of the palette, and the shown name is made of the names', async () => {
  const bob = await newcomer(email);
  await bob.send('PATCH', '/api/user/settings', { color: '#258865' });
  await bob.send('PATCH', '/api/user/settings', { first_name: ' Bob ' });
  await bob.send('PATCH', '/api/user/settings', { last_name: 'Day' });
  expect((await bob.send('GET', '/api/user')).json<User>().data.attributes).toMatchObject({
    color: '#258865',
    name: 'Bob Day',
  });
});

test.each([
  { country: 'XX' },
  { timezone: 5.6 },
  { timezone: 13 },
  { locale: '../en' },
  { locale: 'pt-BR' },
  { color: 'red;background:url(//evil)' },
  { first_name: 'A\r\nBcc: everybody' },
  { first_name: 'x'.repeat(101) },
  { first_name: 'a\u202Eb' },
  { last_name: '\u2067Day' },
  { last_name: '\u200B\u2800' },
  { mail_guest_changes: 1 },
  { theme_mode: 'dark', emoji_type: 'twemoji' },
  {},
])('%o is refused', async (payload) => {
  const bob = await newcomer(email);
  expect((await bob.send('PATCH', '/api/user/settings', payload)).statusCode).toBe(422);
});

const stolen = {
  role: 'admin',
  capacity: null,
  status: 'active',
  restrictions: { canUpload: true },
  can_upload: 1,
  canUpload: true,
  email: 'admin@example.com',
  password_hash: 'x',
  two_factor_confirmed_at: null,
} as const;

test.each(Object.entries(stolen))('a user cannot change their %s by this call', async (name, value) => {
  const bob = await newcomer(email);
  const before = (await bob.send('GET', '/api/user')).body;
  const password = { current_password: 'correct horse battery' };
  const attempts = [
    bob.send('PATCH', '/api/user/settings', { [name]: value }),
    bob.send('PATCH', '/api/user/settings', { name, value }),
    bob.send('PATCH', '/api/user/settings', { theme_mode: 'dark', [name]: value }),
    bob.send('POST', '/api/user/settings', { _method: 'patch', theme_mode: 'dark', [name]: value }),
    bob.send('POST', '/api/user/two-factor', { ...password, [name]: value }),
    bob.send('POST', '/api/user/tokens', { ...password, name: 'x', scope: 'read', [name]: value, extra: 1 }),
    bob.send('POST', '/api/user/password', {
      ...password,
      password: 'nine slow tortoises',
      password_confirmation: 'nine slow tortoises',
      [name]: value,
    }),
    bob.send('POST', '/api/login', { email, password: 'correct horse battery', [name]: value, extra: 1 }),
  ];
  for (const answer of await Promise.all(attempts)) expect(answer.statusCode).toBe(422);
  expect((await bob.send('GET', '/api/user')).body).toBe(before);
});
