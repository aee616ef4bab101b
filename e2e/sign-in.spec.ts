import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectPath, expectVisible } from './harness/expect-page.ts';
import { journeysOf } from './harness/journey.ts';
import { listening } from './harness/listening.ts';
import { admin } from './harness/server.ts';

const journey = journeysOf();

const signInAt = async (page: Page) => {
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

journey(
  'a user comes in by the right password alone, and signing out ends the session',
  async ({ page, guard, context }) => {
    guard.allow(/status of 401/);
    await page.goto('/');
    expect(await page.title()).toContain('Holdall');
    const password = page.getByLabel('Password', { exact: true });
    await page.getByLabel('Email').fill('no address');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expectVisible(page.getByText('Enter a valid email, like name@example.com'));
    await page.getByLabel('Email').fill(admin.email);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expectVisible(page.getByText('Enter your password.'));
    await password.fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expectVisible(page.getByText('Wrong email or password'));
    await expectPath(page, '/');

    const connected = listening(page, 'private-user');
    await password.fill(admin.password);
    await password.press('Enter');
    await expectPath(page, '/platform/files');
    await expectVisible(page.getByText('Nothing here yet'));
    await connected;

    await page.getByRole('button', { name: 'Sign out' }).click();
    await expectPath(page, '/');
    await expectVisible(page.getByRole('heading', { name: 'Welcome back' }));
    expect((await context.cookies()).map(({ name }) => name)).toEqual(['holdall-device']);
    await page.goto('/platform/files');
    await expectVisible(page.getByRole('heading', { name: 'Welcome back' }));
  },
);

journey(
  'the address that was asked for is kept through the sign-in, and is led to after it',
  async ({ page, guard }) => {
    guard.allow(/status of 404/);
    await page.goto('/platform/files?sort=name&dir=ASC');
    await expectPath(page, `/?redirect=${encodeURIComponent('/platform/files?sort=name&dir=ASC')}`);
    await signInAt(page);
    await expectPath(page, '/platform/files?sort=name&dir=ASC');
    await page.goto(`/?redirect=${encodeURIComponent('/platform/trash?sort=name&dir=ASC')}`);
    await expectPath(page, '/platform/trash?sort=name&dir=ASC');
    await page.goto('/');
    await expectPath(page, '/platform/files');
    await page.goto('/nowhere');
    await expectVisible(page.getByRole('heading', { name: 'This page doesn’t exist' }));
  },
);

journey('no redirect leaves the site, before and after signing in', async ({ page, server }) => {
  await page.goto('/?redirect=https://example.com/platform/files');
  await signInAt(page);
  await expectPath(page, '/platform/files');
  expect(new URL(page.url()).origin).toBe(server.url);
  await page.goto('/?redirect=%2F%2Fevil.example');
  await expectPath(page, '/platform/files');
  expect(new URL(page.url()).origin).toBe(server.url);
});
