import type { Page } from 'playwright-core';
import { expectEventually, expectVisible } from './harness/expect-page.ts';
import { journeysOf } from './harness/journey.ts';

const journey = journeysOf();
const canvas = { light: 'rgb(239, 243, 244)', dark: 'rgb(7, 15, 16)' };

const background = (page: Page) => () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

const chooseTheme = async (page: Page, name: 'Light' | 'Dark' | 'System') => {
  await page.getByRole('button', { name: 'Theme' }).click();
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
