import { expect, test } from 'vitest';
import { testEmail } from '#testing/create-test-app.ts';
import { useAdmin } from '#testing/use-admin.ts';

// No mail server is set: what would be written stays on this machine.
const { server, call, by, logged } = useAdmin();

const off = { status: 409, code: 'mail.off' };
const linksAndJobs = async () => [
  await server.parts.db.selectFrom('mailed_links').selectAll().execute(),
  await server.parts.db.selectFrom('jobs').selectAll().where('kind', '=', 'mail').execute(),
];

test.each([testEmail, 'nobody@example.com'])(
  'a link to a new password for %s is not promised where it would reach nobody',
  async (email) => {
    expect(await by('')('POST', '/api/password/email', { email })).toMatchObject(off);
    expect(await linksAndJobs()).toEqual([[], []]);
  },
);

test('neither is one at an administrator’s wish', async () => {
  const id = await server.addUser('bob@example.com');
  expect(await call('POST', `/api/admin/users/${id}/password-reset`)).toMatchObject(off);
  expect(await logged('user.reset_sent')).toEqual([]);
  expect(await linksAndJobs()).toEqual([[], []]);
});

test('nobody is invited by a mail that would reach nobody', async () => {
  const wish = { first_name: 'Eve', email: 'eve@example.com', role: 'user', invite: true };
  expect(await call('POST', '/api/admin/users', wish)).toMatchObject(off);
  expect(await server.parts.db.selectFrom('users').select('email').execute()).toEqual([{ email: testEmail }]);
});
