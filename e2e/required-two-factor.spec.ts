import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { authPage } from './harness/auth-page.ts';
import { codeOf } from './harness/authenticator.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { journeysOf } from './harness/journey.ts';
import { listening } from './harness/listening.ts';
import { otherBrowser } from './harness/other-browser.ts';
import { refusedWithoutSession } from './harness/page-guard.ts';
import { admin } from './harness/server.ts';
import { createUser, openSession } from './harness/session.ts';

const journey = journeysOf();
const title = 'Set up two-factor sign-in';

/** Sets two-factor sign-in up on the page that asks for it, and reads the recovery codes. */
const setUp = async (page: Page, password: string) => {
  await page.getByRole('button', { name: title }).click();
  await page.getByLabel('Current password').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  const secret = (await page.getByRole('dialog').getByRole('code').textContent()) ?? '';
  await page.getByLabel('Six-digit code').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expectVisible(page.getByRole('list', { name: 'Your recovery codes' }));
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
};

journey(
  'two-factor sign-in that is required is set up in the place of what was asked for, in every tab, and goes on there',
  async (world) => {
    const { server, page, signIn, guard } = world;
    const who = { email: 'eve@example.com', password: 'the lamp over the kitchen table' };
    await createUser(server.url, who);
    const { call } = await openSession(server.url);
    await call('PATCH', '/api/user/settings', { name: 'first_name', value: 'Ada' });
    await call('PATCH', '/api/user/settings', { name: 'last_name', value: 'Lane' });

    // Eve is at work. A request that an open page makes at the very moment is refused.
    const work = await otherBrowser(world);
    for (const { allow } of [guard, work.guard]) {
      allow(refusedWithoutSession);
      allow(/WebSocket connection to .* Unexpected response code: 403/);
    }
    const hears = listening(work.page, 'private-application');
    await work.page.goto('/?redirect=%2Fplatform%2Fmy-shared-items');
    await authPage(work.page).signIn(who);
    await expectPath(work.page, '/platform/my-shared-items');
    await hears;

    // The administrator, who has no second factor, is told so first.
    const rules = page.getByRole('radiogroup', { name: 'Require two-factor sign-in for' });
    await signIn({ at: '/admin/settings/others' });
    await rules.getByText('Everyone').click();
    const notice = page.getByRole('alertdialog', { name: 'You’ll need to set it up first' });
    await expectVisible(notice);
    await notice.getByRole('button', { name: 'Cancel' }).click();
    expect(await rules.getByRole('radio', { name: 'Nobody' }).isChecked()).toBe(true);
    await rules.getByText('Everyone').click();
    await notice.getByRole('button', { name: 'Require it' }).click();
    await expectVisible(authPage(page).heading(title));
    await expectVisible(
      page.getByText('Your administrator requires two-factor sign-in. Set it up to continue.'),
    );
    await expectAccessible(page, 'two-factor sign-in is required');
    await setUp(page, admin.password);
    await expectPath(page, '/admin/settings/others');
    await expectVisible(rules);
    expect(await rules.getByRole('radio', { name: 'Everyone' }).isChecked()).toBe(true);

    // Eve’s open page leads her there by itself; elsewhere no page asks for what would be refused.
    await expectVisible(authPage(work.page).heading(title));
    const { page: home, context: eve, guard: strict } = await otherBrowser(world);
    await home.goto('/?redirect=%2Fplatform%2Ftrash');
    await authPage(home).signIn(who);
    await expectVisible(authPage(home).heading(title));
    await home.getByRole('button', { name: 'Sign out' }).click();
    await expectPath(home, '/');
    await home.goto('/?redirect=%2Fplatform%2Ftrash');
    await authPage(home).signIn(who);
    await expectVisible(authPage(home).heading(title));
    await home.reload();
    await expectVisible(authPage(home).heading(title));
    const tab = await eve.newPage();
    await tab.goto('/platform/files');
    await expectVisible(authPage(tab).heading(title));
    await setUp(home, who.password);
    await expectVisible(authPage(home).heading('Trash'));
    for (const open of [tab, work.page]) {
      await open.evaluate(() => dispatchEvent(new Event('focus')));
      await expectGone(authPage(open).heading(title));
    }
    await expectPath(tab, '/platform/files');
    await expectPath(work.page, '/platform/my-shared-items');
    await home.goto('/user/settings/password');
    await expectVisible(home.getByText('Your administrator requires it, so it stays on.'));
    expect(await home.getByRole('button', { name: 'Turn off' }).count()).toBe(0);
    expect(strict.complaints()).toEqual([]);
  },
);
