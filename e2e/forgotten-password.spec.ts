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
const mailTo = (email: string) => mails.waitFor(({ recipients }) => recipients.includes(email));

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

    const link = linkIn(await mailTo(email));
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
