/** Journeys of people who do things twice, leave too early, take short cuts, or are put out. */
import type { Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { createMailServer } from '../apps/server/src/testing/mail-server.ts';
import { addUser } from './harness/accounts.ts';
import { expectEventually, expectPath, expectVisible } from './harness/expect-page.ts';
import { journeysOf, type World } from './harness/journey.ts';
import { refusedWithoutSession } from './harness/page-guard.ts';
import { createUser, openSession } from './harness/session.ts';

const mails = await createMailServer();
const journey = journeysOf({ HOLDALL_SMTP_URL: mails.url });
afterAll(() => mails.close());
let accounts = 0;

/** Signs in somebody whom nothing else has touched, and opens a page. */
const openAt = async ({ server, context, page }: World, path: string) => {
  const user = addUser(server.dataDir, `thoughts-${(accounts += 1)}@example.com`);
  const headers = { origin: server.url };
  // A page that stands would go on asking, as somebody else from one question to the next.
  await page.goto('about:blank');
  await context.request.post(`${server.url}/api/login`, { headers, data: { ...user, remember: false } });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return user;
};

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

journey('a double click and two presses in one moment send one mail', async ({ page, signIn, server }) => {
  await signIn();
  const id = await createUser(server.url, { email: 'twice@example.com', password: 'orchid valley lantern' });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes(`/api/admin/users/${id}/`))
      sent.push(request.url());
  });
  await page.goto(`/admin/user/${id}/password`);
  const send = page.getByRole('button', { name: 'Send reset link' });
  await send.dblclick({ delay: 60 });
  await expectVisible(page.getByText(/reset link|twice@example.com/).first());
  expect(sent).toHaveLength(1);
  await expectEventually(() => send.getAttribute('aria-busy'), null);
  await send.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expectEventually(() => send.getAttribute('aria-busy'), null);
  expect(sent).toHaveLength(2);
});

journey(
  'the browser asks as long as a field could not be saved, and it is saved from elsewhere',
  async (world) => {
    const { page, guard } = world;
    guard.allow(/request failed: POST .*user\/settings|ERR_FAILED/);
    await openAt(world, '/user/profile');
    await page.route('**/api/user/settings', (route) => route.abort());
    await page.getByLabel('First name').click();
    await page.getByLabel('First name').pressSequentially('Mara');
    await expectVisible(
      page.getByText('The server can’t be reached. This will be saved when it answers again.'),
    );
    await page.getByRole('alertdialog').getByRole('button').click();
    await page.getByRole('link', { name: 'Security' }).click();
    await expectPath(page, '/user/settings/password');
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await page
      .getByRole('navigation', { name: 'Your account' })
      .getByRole('link', { name: 'Profile' })
      .click();
    await expectEventually(() => page.getByLabel('First name').inputValue(), 'Mara');
    await page.unroute('**/api/user/settings');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expectVisible(page.getByRole('link', { name: 'Account: Mara' }));
    await page.reload();
    await expectEventually(() => page.getByLabel('First name').inputValue(), 'Mara');
  },
);

journey('shortened addresses lead on, and say the same as the others', async (world) => {
  const { page, signIn } = world;
  await signIn({ at: '/admin' });
  await expectVisible(heading(page, 'Dashboard'));
  await expectPath(page, '/admin/dashboard');
  await page.goto('/user');
  await expectPath(page, '/user/profile');
  await page.goto('/user/settings');
  await expectPath(page, '/user/settings/password');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search files, folders and actions' }).fill('jobs');
  await page.getByRole('option', { name: 'Settings: Jobs' }).click();
  await expectPath(page, '/admin/settings/server/jobs');
  await openAt(world, '/admin');
  await expectVisible(heading(page, 'You need an administrator account'));
});

const why = /^You were signed out: /;

journey('a user who is signed out from elsewhere reads why; one who signs out does not', async (world) => {
  const { page, server, guard } = world;
  guard.allow(refusedWithoutSession);
  const user = await openAt(world, '/platform/files');
  const elsewhere = await openSession(server.url, user);
  await elsewhere.call('DELETE', '/api/user/sessions', { current_password: user.password });
  await expectVisible(heading(page, 'Welcome back'));
  await expectVisible(page.getByText(why));
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expectVisible(heading(page, 'Welcome back'));
  await expectVisible(page.getByText('Sign in to your files.'));
  expect(await page.getByText(why).count()).toBe(0);
});

journey(
  'a page that is refused as it begins to listen asks, and learns that its session has ended',
  async (world) => {
    const { page, server, guard } = world;
    guard.allow(refusedWithoutSession);
    const user = addUser(server.dataDir, `thoughts-${(accounts += 1)}@example.com`);
    const elsewhere = await openSession(server.url, user);
    const refused = Promise.withResolvers<void>();
    await page.routeWebSocket(/\/realtime\//, async (socket) => {
      refused.resolve();
      await socket.close();
    });
    const headers = { origin: server.url };
    await page.goto('about:blank');
    await world.context.request.post(`${server.url}/api/login`, {
      headers,
      data: { ...user, remember: false },
    });
    await page.goto('/platform/files');
    await refused.promise;
    await page.waitForLoadState('networkidle');
    await elsewhere.call('DELETE', '/api/user/sessions', { current_password: user.password });
    await expectVisible(heading(page, 'Welcome back'));
    await expectVisible(page.getByText(why));
  },
);
