import { expect } from 'vitest';
import { authPage } from './harness/auth-page.ts';
import { expectPath, expectVisible } from './harness/expect-page.ts';
import { journeysOf } from './harness/journey.ts';
import { listening } from './harness/listening.ts';
import { refusedWithoutSession } from './harness/page-guard.ts';
import { admin } from './harness/server.ts';
import { createUser, openSession } from './harness/session.ts';

const journey = journeysOf();

journey(
  'a user comes in by the right password alone, at the address that was asked for, and signing out ends the session',
  async ({ page, guard, context, server }) => {
    guard.allow(/status of (401|404)/);
    const place = '/platform/files?sort=name&dir=ASC';
    await page.goto(place);
    await expectPath(page, `/?redirect=${encodeURIComponent(place)}`);
    expect(await page.title()).toContain('Holdall');
    const password = page.getByLabel('Password', { exact: true });
    const heading = page.getByRole('heading', { name: 'Welcome back' });
    const button = page.getByRole('button', { name: 'Sign in' });
    await page.getByLabel('Email').fill('no address');
    await button.click();
    await expectVisible(page.getByText('Enter a valid email, like name@example.com'));
    await page.getByLabel('Email').fill(admin.email);
    await password.fill('not the password');
    await button.click();
    await expectVisible(page.getByText('Wrong email or password'));
    await expectPath(page, `/?redirect=${encodeURIComponent(place)}`);

    const connected = listening(page, 'private-user');
    await password.fill(admin.password);
    await password.press('Enter');
    await expectPath(page, place);
    await expectVisible(page.getByText('Nothing here yet'));
    await connected;
    // Signed in, the way in leads on at once, but never to another site.
    await page.goto('/?redirect=%2F%2Fevil.example');
    await expectPath(page, '/platform/files');
    expect(new URL(page.url()).origin).toBe(server.url);
    await page.goto('/nowhere');
    await expectVisible(page.getByRole('heading', { name: 'This page doesn’t exist' }));
    await page.goBack();

    await page.getByRole('button', { name: 'Sign out' }).click();
    await expectPath(page, '/');
    await expectVisible(heading);
    expect((await context.cookies()).map(({ name }) => name)).toEqual(['holdall-device']);
    await page.goto('/platform/files');
    await expectVisible(heading);
  },
);

journey(
  'a user who is no administrator stays signed in where the administration refuses them, until they are suspended',
  async ({ page, server, guard }) => {
    guard.allow(refusedWithoutSession);
    const who = { email: 'somebody@example.com', password: 'the lamp over the kitchen table' };
    const id = await createUser(server.url, who);
    const auth = authPage(page);
    await page.goto('/?redirect=%2Fadmin%2Fusers');
    await auth.signIn(who);
    await expectPath(page, '/admin/users');
    await expectVisible(page.getByRole('heading', { name: 'You need an administrator account' }));
    await page.goto('/platform/files');
    await expectVisible(page.getByText('Nothing here yet'));
    const { call } = await openSession(server.url);
    await call('PATCH', `/api/admin/users/${id}`, { status: 'suspended', reason: 'Please return the van.' });
    await expectPath(page, `/?redirect=${encodeURIComponent('/platform/files')}`);
    await expectVisible(auth.heading('Welcome back'));
  },
);
