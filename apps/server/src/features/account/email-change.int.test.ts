import { expect, test } from 'vitest';
import { testEmail, testPassword } from '#testing/create-test-app.ts';
import { type Browser, useAccounts } from '#testing/use-accounts.ts';

const { server, mails, browser, newcomer, tokenIn, mailTo } = useAccounts();
const email = 'bob@example.com';
const next = 'robert@example.com';

const request = (who: Browser, address = next, password = testPassword) =>
  who.send('POST', '/api/user/email', { current_password: password, email: address });
const confirm = (token: string) => browser().send('POST', '/api/confirm-email', { token });
const ownEmail = async (who: Browser) =>
  (await who.send('GET', '/api/user')).json<{
    data: { attributes: { email: string }; meta: { pending_email: string | null } };
  }>().data;

test('a new address counts once the link mailed to it was followed, and the old address is told', async () => {
  const bob = await newcomer(email);
  expect((await request(bob)).json()).toEqual({ confirmation: true });
  expect(await ownEmail(bob)).toMatchObject({ attributes: { email }, meta: { pending_email: next } });
  const token = tokenIn(await mailTo(next, /confirm your new email/i));
  expect((await confirm(token)).json()).toEqual({ kind: 'email_change', email: next });
  expect((await confirm(token)).statusCode).toBe(200);
  expect(await ownEmail(bob)).toMatchObject({ attributes: { email: next }, meta: { pending_email: null } });
  const told = await mailTo(email, /email was changed/i);
  expect(told.text).not.toContain(next);
  expect((await browser().signIn(email)).statusCode).toBe(401);
  expect((await browser().signIn(next)).statusCode).toBe(200);
});

test('an address that has an account gets the same answer and the same mail, but its link opens nothing', async () => {
  const bob = await newcomer(email);
  const [known, unknown] = [await request(bob, testEmail), await request(bob)];
  expect(known.json()).toEqual(unknown.json());
  const mailed = tokenIn(await mailTo(testEmail, /confirm your new email/i));
  expect((await confirm(mailed)).json()).toMatchObject({ status: 410, code: 'link.expired' });
  await request(bob, testEmail);
  const again = tokenIn(
    await mails.waitFor((mail) => mail.recipients.includes(testEmail) && tokenIn(mail) !== mailed),
  );
  expect((await confirm(again)).json()).toMatchObject({ status: 410, code: 'link.expired' });
  expect(await ownEmail(bob)).toMatchObject({ attributes: { email } });
});

test('a change needs the password, and its link is void after a day, another request, or a changed password', async () => {
  const bob = await newcomer(email);
  expect((await request(bob, next, 'a guess')).json()).toMatchObject({
    status: 422,
    errors: { current_password: [expect.anything()] },
  });
  await request(bob);
  const first = tokenIn(await mailTo(next, /confirm/i));
  await request(bob, 'rob@example.com');
  const second = tokenIn(await mailTo('rob@example.com', /confirm/i));
  expect((await confirm(first)).json()).toMatchObject({ code: 'link.expired' });
  await bob.send('POST', '/api/user/password', {
    current_password: testPassword,
    password: 'nine slow tortoises',
    password_confirmation: 'nine slow tortoises',
  });
  expect((await confirm(second)).json()).toMatchObject({ code: 'link.expired' });
  expect((await request(bob, next, 'nine slow tortoises')).statusCode).toBe(200);
  const third = tokenIn(
    await mails.waitFor((mail) => mail.recipients.includes(next) && tokenIn(mail) !== first),
  );
  server.clock.advance(24 * 3_600_000 + 1);
  expect((await confirm(third)).json()).toMatchObject({ code: 'link.expired' });
});

test('another spelling of the same address counts at once', async () => {
  const bob = await newcomer(email);
  expect((await request(bob, 'Bob@Example.com')).json()).toEqual({ confirmation: false });
  expect(await ownEmail(bob)).toMatchObject({ attributes: { email: 'Bob@Example.com' } });
});

test('a link of one kind opens nothing of another', async () => {
  const bob = await newcomer(email);
  await request(bob);
  const token = tokenIn(await mailTo(next, /confirm/i));
  const reset = await browser().send('POST', '/api/password/reset', {
    token,
    email: next,
    password: 'nine slow tortoises',
    password_confirmation: 'nine slow tortoises',
  });
  expect(reset.json()).toMatchObject({ code: 'link.expired' });
  await browser().send('POST', '/api/password/email', { email });
  const forgotten = tokenIn(await mailTo(email, /choose a new password/i));
  expect((await confirm(forgotten)).json()).toMatchObject({ code: 'link.expired' });
});

test('an address gets three mails in a quarter of an hour, no matter who asks and whether it is known', async () => {
  const people = [await newcomer(email), await newcomer('carol@example.com')];
  for (const address of [next, testEmail]) {
    const statuses: number[] = [];
    for (const who of [...people, ...people]) statuses.push((await request(who, address)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429]);
  }
});

test.each(['a,b@example.com', '<a>@example.com', 'a;b@example.com', '"a"@example.com', 'a(b)@example.com'])(
  'the unreachable address %s is refused at the field',
  async (address) => {
    const bob = await newcomer(email);
    expect((await request(bob, address)).json()).toMatchObject({
      status: 422,
      errors: { email: [expect.stringContaining('valid email')] },
    });
  },
);
