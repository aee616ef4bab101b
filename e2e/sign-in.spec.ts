import { expect } from 'vitest';
import { expectEventually, expectPath, expectVisible } from './harness/expect-page.ts';
import { journeysOf } from './harness/journey.ts';
import { listening } from './harness/listening.ts';
import { admin } from './harness/server.ts';

const journey = journeysOf();

journey(
  'a wrong password is answered under the field, the right one opens Files',
  async ({ page, guard }) => {
    guard.allow(/status of 401/);
    await page.goto('/');
    expect(await page.title()).toContain('Holdall');
    await page.getByLabel('Email').fill(admin.email);
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expectVisible(page.getByText('Wrong email or password'));
    await expectPath(page, '/');

    await password.fill(admin.password);
    await password.press('Enter');
    await expectPath(page, '/platform/files');
    await expectVisible(page.getByText('Nothing here yet'));
  },
);

journey('a missing entry is told without asking the server', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Email').fill('no address');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectVisible(page.getByText('Enter a valid email, like name@example.com'));
  await page.getByLabel('Email').fill(admin.email);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectVisible(page.getByText('Enter your password.'));
});

journey('the address that was asked for is kept through the sign-in', async ({ page }) => {
  await page.goto('/platform/files?sort=name&dir=ASC');
  await expectPath(page, `/?redirect=${encodeURIComponent('/platform/files?sort=name&dir=ASC')}`);
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectPath(page, '/platform/files?sort=name&dir=ASC');
});

journey('no redirect leaves the site', async ({ page, server, signIn }) => {
  await signIn();
  for (const redirect of [
    'https://example.com/platform/files',
    '//evil.example',
    String.raw`/\evil.example`,
    '/%2F/evil.example',
    '%2F%2Fevil.example',
    'javascript:alert(1)',
  ]) {
    await page.goto(`/?redirect=${encodeURIComponent(redirect)}`);
    await expectEventually(async () => new URL(page.url()).pathname === '/', false);
    expect(new URL(page.url()).origin).toBe(server.url);
  }
  await page.goto('/?redirect=%2F%2Fevil.example');
  await expectPath(page, '/platform/files');
});

journey('no redirect leaves the site after signing in', async ({ page, server }) => {
  await page.goto('/?redirect=https://example.com/platform/files');
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectPath(page, '/platform/files');
  expect(new URL(page.url()).origin).toBe(server.url);
});

journey('a signed-in user goes on to where the address leads', async ({ page, signIn }) => {
  await signIn();
  await page.goto(`/?redirect=${encodeURIComponent('/platform/trash?sort=name&dir=ASC')}`);
  await expectPath(page, '/platform/trash?sort=name&dir=ASC');
});

journey('signing out ends the session', async ({ page, signIn, context }) => {
  const connected = listening(page, 'private-user');
  await signIn();
  await connected;
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expectPath(page, '/');
  await expectVisible(page.getByRole('heading', { name: 'Welcome back' }));
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['holdall-device']);
  await page.goto('/platform/files');
  await expectVisible(page.getByRole('heading', { name: 'Welcome back' }));
});

journey('a signed-in user goes from the sign-in page to Files', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/');
  await expectPath(page, '/platform/files');
});

journey('an address that leads nowhere says so', async ({ page, guard }) => {
  guard.allow(/status of 404/);
  await page.goto('/nowhere');
  await expectVisible(page.getByRole('heading', { name: 'This page doesn’t exist' }));
});
