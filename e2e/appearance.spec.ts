import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectEventually, expectVisible } from './harness/expect-page.ts';
import { journeysOf } from './harness/journey.ts';

const journey = journeysOf();
const canvas = { light: 'rgb(239, 243, 244)', dark: 'rgb(7, 15, 16)' };

const background = (page: Page) => () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

const chooseTheme = async (page: Page, name: 'Light' | 'Dark' | 'System') => {
  await page.getByRole('button', { name: 'Theme' }).click({ button: 'right' });
  // The choice is seen at once and saved a moment later.
  await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/api/user/settings') && response.ok()),
    page.getByRole('menuitemradio', { name }).click(),
  ]);
};

journey(
  'the theme follows the system, or what the user chose, on every device',
  async ({ page, signIn, context }) => {
    await signIn();
    await expectEventually(background(page), canvas.light);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectEventually(background(page), canvas.dark);

    await chooseTheme(page, 'Light');
    await expectEventually(background(page), canvas.light);
    await chooseTheme(page, 'Dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expectEventually(background(page), canvas.dark);
    await page.reload();
    await expectVisible(page.getByRole('heading', { level: 1 }));
    await expectEventually(background(page), canvas.dark);

    // Another device of the same user knows nothing but the account.
    await page.evaluate(() => localStorage.clear());
    const other = await context.newPage();
    await other.goto('/platform/files');
    await expectVisible(other.getByRole('heading', { level: 1 }));
    await expectEventually(background(other), canvas.dark);
    await chooseTheme(other, 'System');
    await expectEventually(background(other), canvas.light);
  },
);

journey('one press of the theme control toggles light and dark, and is kept', async ({ page, signIn }) => {
  await signIn();
  await expectEventually(background(page), canvas.light);
  const control = page.getByRole('button', { name: 'Theme' });
  const press = () =>
    Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/api/user/settings') && response.ok()),
      control.click(),
    ]);
  await press();
  await expectEventually(background(page), canvas.dark);
  await page.reload();
  await expectVisible(page.getByRole('heading', { level: 1 }));
  await expectEventually(background(page), canvas.dark);
  await press();
  await expectEventually(background(page), canvas.light);
  // The device's own choice is in the menu, by the keyboard, too.
  await control.focus();
  await page.keyboard.press('ArrowDown');
  await expectVisible(page.getByRole('menuitemradio', { name: 'System' }));
});

/** Has every page record its colours in each frame from its first one on. */
const recordFrames = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const frames = new Set<string>();
    Object.assign(window, { frames });
    const look = (): void => {
      const { theme } = document.documentElement.dataset;
      if (document.body) frames.add(`${theme} ${getComputedStyle(document.body).backgroundColor}`);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
const framesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(window as unknown as { frames: Set<string> }).frames]);

journey('nothing flashes in another colour while a page loads', async ({ page, signIn }) => {
  await signIn();
  await recordFrames(page);
  for (const [stored, system] of [
    ['Dark', 'light'],
    ['System', 'dark'],
    ['Light', 'dark'],
  ] as const) {
    const isDark = stored === 'Dark' || stored === 'System';
    const drawn = isDark ? 'dark' : 'light';
    await page.emulateMedia({ colorScheme: system });
    await chooseTheme(page, stored);
    await expectEventually(background(page), canvas[drawn]);
    // The page is painted before its scripts have come.
    const painted = Promise.withResolvers<void>();
    await page.route('**/chunks/app-*', async (route) => {
      await painted.promise;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await expectEventually(async () => (await framesOf(page)).length > 0, true);
    painted.resolve();
    await expectVisible(page.getByRole('heading', { level: 1 }));
    expect(await framesOf(page)).toEqual([`${drawn} ${canvas[drawn]}`]);
    const metas = await page.evaluate(() => [
      document.querySelector('meta[name="theme-color"]')?.getAttribute('content'),
      document.querySelector('meta[name="color-scheme"]')?.getAttribute('content'),
    ]);
    expect(metas).toEqual(isDark ? ['#070f10', 'dark'] : ['#eff3f4', 'light']);
    await page.unroute('**/chunks/app-*');
  }
});
