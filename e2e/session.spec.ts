import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addUser } from './harness/accounts.ts';
import { signInToApi } from './harness/api.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { listening } from './harness/listening.ts';
import { refusedWithoutSession } from './harness/page-guard.ts';
import { writeFolder } from './harness/real-files.ts';
import { admin, type Credentials } from './harness/server.ts';
import { openSession } from './harness/session.ts';
import { slowUploads } from './harness/slow-network.ts';

const chunkSize = 1_048_576;
const journey = journeysOf({}, { chunkSize });

const fillSignIn = async (page: Page, { email, password }: Credentials) => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

journey(
  'uploads end with the session: whoever signs in next gets none of them',
  async ({ page, signIn, server, guard }) => {
    guard.allow(/request failed: POST .*ERR_ABORTED/);
    const real = writeFolder(
      'mine',
      new Map([
        ['secret 1.bin', randomBytes(40 * chunkSize)],
        ['secret 2.txt', randomBytes(100)],
        ['their.txt', randomBytes(100)],
      ]),
    );
    const next = addUser(server.dataDir, 'next@example.com');
    // A sign-out while the page connects breaks the connection off.
    const connected = listening(page, 'private-user');
    await signIn();
    await connected;
    const files = filesPage(page);
    const restoreSpeed = await slowUploads(page, chunkSize);
    await files.choose([join(real.path, 'secret 1.bin'), join(real.path, 'secret 2.txt')]);
    await expectVisible(files.dock.getByText('Uploading 1 of 2'));
    await page.getByRole('button', { name: 'Sign out' }).click();
    // The page asks first, since the uploads end with the session.
    await files.alert.getByRole('button', { name: 'Sign out' }).click();
    await expectPath(page, '/');
    await expectGone(files.dock);
    expect(await files.alert.count()).toBe(0);

    await fillSignIn(page, next);
    await expectVisible(page.getByText('Nothing here yet'));
    expect(await files.dock.count()).toBe(0);
    await restoreSpeed();
    // Files go up one at a time: a waiting one would be through before this one.
    await files.choose(join(real.path, 'their.txt'));
    await expectVisible(files.dock.getByText('1 item uploaded'));
    const names = async (who: Credentials) =>
      (await (await signInToApi(server.url, who)).list()).map(({ attributes }) => attributes.name);
    expect(await names(next)).toEqual(['their.txt']);
    expect(await names(admin)).toEqual([]);
  },
);

journey(
  'a session that is lost leads to sign-in, which says who ended it, and back to where it was lost',
  async ({ page, signIn, server, context, guard }) => {
    guard.allow(refusedWithoutSession);
    const api = await signInToApi(server.url);
    const folder = await api.createFolder('Where I was');
    await api.createFolder('Inside', folder);
    // A page that still connects would ask without a session before anything is opened.
    const joined = () =>
      Promise.all([listening(page, 'private-user'), listening(page, 'private-application')]);
    const first = joined();
    await signIn();
    await first;
    const files = filesPage(page);
    await expectVisible(files.row('Where I was'));
    await context.clearCookies();
    await files.openFolder('Where I was');
    const place = `/platform/files/${folder}`;
    await expectPath(page, `/?redirect=${encodeURIComponent(place)}`);
    expect(await files.row('Inside').count()).toBe(0);
    const again = joined();
    await fillSignIn(page, admin);
    await expectPath(page, place);
    await expectVisible(files.row('Inside'));
    await expectEventually(() => files.heading.innerText(), 'Where I was');
    await again;

    // An open page learns by itself that another device has signed it out.
    const why = page.getByText(/^You were signed out: /);
    const elsewhere = await openSession(server.url);
    await elsewhere.call('DELETE', '/api/user/sessions', { current_password: admin.password });
    await expectVisible(why);
    await fillSignIn(page, admin);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expectVisible(page.getByText('Sign in to your files.'));
    expect(await why.count(), 'it was left here').toBe(0);

    // The administration leads back to what was being looked for there.
    const inAdministration = joined();
    await signIn({ at: '/admin' });
    await inAdministration;
    await expectPath(page, '/admin/dashboard');
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Users/ })
      .click();
    const search = page.getByRole('searchbox', { name: 'Search users' });
    await search.fill('ada');
    await expectPath(page, '/admin/users?search=ada');
    await context.clearCookies();
    // Any request of the page may be the first that is refused; the address is what was being looked for by then.
    await page.reload();
    await expectPath(page, `/?redirect=${encodeURIComponent('/admin/users?search=ada')}`);
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Welcome back' }));
  },
);
