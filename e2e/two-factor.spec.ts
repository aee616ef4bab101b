/** Two-factor sign-in: set up by choice, used, and required of everybody. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { authPage } from './harness/auth-page.ts';
import { codeOf } from './harness/authenticator.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { journeysOf } from './harness/journey.ts';
import { listening } from './harness/listening.ts';
import { otherBrowser } from './harness/other-browser.ts';
import { refusedWithoutSession } from './harness/page-guard.ts';
import { admin } from './harness/server.ts';
import { cookiesOf, createUser, post } from './harness/session.ts';

const journey = journeysOf();
const title = 'Set up two-factor sign-in';
const password = 'the lamp over the kitchen table';

/** Sets two-factor sign-in up where a page asks for it. @returns what the app knows, and the recovery codes */
const setUp = async (page: Page, current: string) => {
  await page.getByRole('button', { name: title }).click();
  const popup = page.getByRole('dialog');
  await popup.getByLabel('Current password').fill(current);
  await popup.getByRole('button', { name: 'Continue' }).click();
  const qr = popup.getByRole('img', { name: 'QR code for your authenticator app' });
  await expectEventually(() => qr.evaluate((image: HTMLImageElement) => image.naturalWidth > 0), true);
  const secret = (await popup.getByRole('code').textContent()) ?? '';
  await popup.getByLabel('Six-digit code').fill('12345');
  await popup.getByRole('button', { name: 'Turn on' }).click();
  await expectVisible(popup.getByText('The code has six digits.'));
  await popup.getByLabel('Six-digit code').fill(codeOf(secret));
  await popup.getByRole('button', { name: 'Turn on' }).click();
  const codes = popup.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem');
  await expectEventually(() => codes.count(), 10);
  await page.keyboard.press('Escape');
  expect(await codes.count(), 'they are shown this once').toBe(10);
  const [recoveryCode = ''] = await codes.allTextContents();
  await popup.getByRole('button', { name: 'I’ve saved them' }).click();
  return { secret, recoveryCode };
};

journey(
  'two-factor sign-in is switched on, asks for the app’s code or one of recovery, and is switched off',
  async ({ page, context, server, guard }) => {
    guard.allow(/status of 401/);
    const who = { email: 'two@example.com', password };
    await createUser(server.url, who);
    const auth = authPage(page);
    await page.goto('/?redirect=%2Fuser%2Fsettings%2Fpassword');
    const connected = listening(page, 'private-user');
    await auth.signIn(who);
    await connected;
    const { secret, recoveryCode } = await setUp(page, password);
    await expectVisible(page.getByText('10 recovery codes left.'));
    await page.getByRole('button', { name: 'Sign out' }).click();

    await expectVisible(auth.heading('Welcome back'));
    await auth.signIn(who);
    await expectVisible(auth.heading('One more step'));
    await expectEventually(() => page.evaluate(() => document.activeElement?.getAttribute('name')), 'code');
    // A page that is opened anew begins anew.
    await page.goto('/?redirect=%2Fplatform%2Ftrash');
    await auth.signIn(who);
    await auth.code.fill('000 000');
    await expectVisible(page.getByText('This code isn’t right.'));
    await expectAccessible(page, 'a code that is wrong');
    // The one of this half minute has confirmed the app, and counts no more.
    const code = codeOf(secret, 1);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      `${code.slice(0, 3)} ${code.slice(3)}`,
    );
    await auth.code.press('ControlOrMeta+V');
    await expectPath(page, '/platform/trash');

    // On another device, by a recovery code, which counts once.
    const recover = async (): Promise<number> => {
      const cookie = cookiesOf(await post(`${server.url}/api/login`, who));
      const answer = { recovery_code: recoveryCode };
      return (await post(`${server.url}/api/two-factor-challenge`, answer, { cookie })).status;
    };
    expect([await recover(), await recover()]).toEqual([200, 401]);
    await page.goto('/user/settings/password');
    await expectVisible(page.getByText('9 recovery codes left.'));
    await page.getByRole('button', { name: 'Turn off' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByLabel('Current password').fill(password);
    await question.getByRole('button', { name: 'Turn off' }).click();
    await expectVisible(page.getByRole('button', { name: title }));
    await expectVisible(page.getByText('You turned off two-factor sign-in'));
  },
);

/** The last: from now on everybody needs it. */
journey(
  'two-factor sign-in that is required is set up in the place of what was asked for, in every tab, and goes on there',
  async (world) => {
    const { server, page, signIn, guard } = world;
    const who = { email: 'eve@example.com', password };
    await createUser(server.url, who);

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
