import { request } from 'node:http';
import { afterAll, expect } from 'vitest';
import { createMailServer, type ParsedMail } from '../apps/server/src/testing/mail-server.ts';
import { authPage } from './harness/auth-page.ts';
import { expectPath, expectVisible } from './harness/expect-page.ts';
import { journeysOf } from './harness/journey.ts';
import { createUser, post } from './harness/session.ts';

const mails = await createMailServer();
const journey = journeysOf({ HOLDALL_SMTP_URL: mails.url });
afterAll(() => mails.close());

const oldPassword = 'the lamp over the kitchen table';
const newPassword = 'rain on the roof of the shed';
const linkIn = ({ links }: ParsedMail): string =>
  links.find((link) => link.includes('/create-new-password')) ?? expect.fail('The mail has no link.');
/** @param url of the server: a journey that is tried again has another one */
const mailTo = (email: string, url: string) =>
  mails.waitFor(
    ({ recipients, links }) => recipients.includes(email) && links.some((link) => link.startsWith(url)),
  );

journey(
  'a forgotten password is replaced by way of a mail, whose link works once',
  async ({ page, server, guard }) => {
    guard.allow(/status of (401|410|422)/);
    const email = 'mara@example.com';
    await createUser(server.url, { email, password: oldPassword });
    const referrers: string[] = [];
    page.on('request', (sent) => referrers.push(sent.headers()['referer'] ?? ''));
    const auth = authPage(page);
    await page.goto('/');
    await auth.link('Forgot password?').click();
    await expectVisible(auth.heading('Forgot your password?'));
    await auth.email.fill(email);
    await auth.email.press('Enter');
    await expectVisible(auth.heading('Check your email'));
    await expectPath(page, '/successfully-send');
    await expectVisible(page.getByText(`If ${email} has an account, a reset link is on its way.`));

    const link = linkIn(await mailTo(email, server.url));
    const token = new URL(link).searchParams.get('token') ?? '';
    expect(token.length).toBeGreaterThan(40);
    await page.goto(link);
    await expectVisible(auth.heading('Choose a new password'));
    await expectPath(page, '/create-new-password');

    await auth.newPassword.fill('password1');
    await expectVisible(page.getByText('Weak: easy to guess'));
    await auth.button('Save password').click();
    await expectVisible(auth.problem);
    expect(await auth.newPassword.getAttribute('aria-invalid')).toBe('true');

    await auth.newPassword.fill(newPassword);
    await auth.newPassword.press('Enter');
    const popup = page.getByRole('alertdialog', { name: 'Your password was changed' });
    await expectVisible(popup);
    await popup.getByRole('button').click();
    await expectPath(page, '/');
    expect(await auth.email.inputValue()).toBe(email);
    await auth.password.fill(newPassword);
    await auth.password.press('Enter');
    await expectPath(page, '/platform/files');
    const { status } = await post(`${server.url}/api/login`, { email, password: oldPassword });
    expect(status).toBe(401);
    expect(referrers.filter((referrer) => referrer.includes('token'))).toEqual([]);

    await page.goto(link);
    await expectVisible(auth.heading('This link has expired'));
    expect(await auth.newPassword.count()).toBe(0);
    await auth.link('Request a new one').click();
    await expectVisible(auth.heading('Forgot your password?'));
  },
);

journey('a visitor without an account reads the same, and gets no mail', async ({ page, server }) => {
  const auth = authPage(page);
  await page.goto('/forgotten-password');
  await auth.email.fill('nobody@example.com');
  await auth.button('Send reset link').click();
  await expectVisible(page.getByText('If nobody@example.com has an account, a reset link is on its way.'));
  // Mails go in the order in which they were asked for: the next one is there.
  const email = 'after@example.com';
  await createUser(server.url, { email, password: oldPassword });
  await post(`${server.url}/api/password/email`, { email });
  await mailTo(email, server.url);
  const recipients = (await mails.mails()).flatMap((mail) => mail.recipients);
  expect(recipients).not.toContain('nobody@example.com');
});

journey('a request for a reset link that names another host is refused', async ({ server }) => {
  const { hostname, port } = new URL(server.url);
  const asked = Promise.withResolvers<number | undefined>();
  const headers = { host: 'evil.example', 'content-type': 'application/json' };
  const sent = request({ hostname, port, path: '/api/password/email', method: 'POST', headers }, (answer) => {
    answer.resume();
    asked.resolve(answer.statusCode);
  });
  sent.on('error', asked.reject);
  sent.end(JSON.stringify({ email: 'host@example.com' }));
  expect(await asked.promise).toBe(421);
});
