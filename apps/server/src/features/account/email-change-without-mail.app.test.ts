import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp, testEmail, testPassword } from '#testing/create-test-app.ts';

let server: TestApp;
beforeEach(async () => {
  server = await createTestApp();
});
afterEach(() => server.close());

test('an email changes at once where no mails are sent, but never to the address of another account', async () => {
  await server.addUser('bob@example.com');
  const cookie = await server.signIn('bob@example.com');
  const change = (email: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/user/email',
      headers: { cookie },
      payload: { current_password: testPassword, email },
    });
  expect((await change(testEmail.toUpperCase())).json()).toMatchObject({
    status: 422,
    errors: { email: ['This email already has an account.'] },
  });
  expect((await change('robert@example.com')).json()).toEqual({ confirmation: false });
  await server.signIn('robert@example.com');
  const entries = await server.parts.db
    .selectFrom('activity')
    .select('details')
    .where('kind', '=', 'account.email_changed')
    .execute();
  expect(entries).toEqual([{ details: '{"from":"b…@example.com","to":"r…@example.com"}' }]);
});
