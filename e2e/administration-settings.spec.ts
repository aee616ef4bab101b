/** Settings of the administration show at once, everywhere. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { fourFields } from '../apps/server/src/testing/media-files.ts';
import { expectEventually, expectVisible } from './harness/expect-page.ts';
import { journeysOf } from './harness/journey.ts';
import { otherBrowser } from './harness/other-browser.ts';

const journey = journeysOf();

const saved = (page: Page) => expectVisible(page.getByText('Saved').first());
const accentOf = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim());

journey(
  'title, colour and logo change in another window as they are set, and stay',
  async ({ page, signIn, context, server }) => {
    await signIn();
    const storageState = await context.storageState();
    const { page: other, guard } = await otherBrowser({ context, server }, { storageState });
    await other.goto('/platform/files');
    await expectVisible(other.getByText('Holdall', { exact: true }));
    const petrol = await accentOf(other);

    await page.goto('/admin/settings');
    await page.getByRole('textbox', { name: 'Title' }).fill('Northlight');
    await saved(page);
    await expectVisible(other.getByText('Northlight', { exact: true }));
    await expect.poll(() => other.title()).toContain('Northlight');

    await page.getByText('Plum', { exact: true }).click();
    await expect.poll(() => accentOf(other)).not.toBe(petrol);
    const plum = await accentOf(other);
    await expect.poll(() => accentOf(page)).toBe(plum);

    const drawing = await fourFields(64, 64).png().toBuffer();
    const picked = { name: 'logo.png', mimeType: 'image/png', buffer: drawing };
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose Logo', exact: true }).click();
    await (await chooser).setFiles(picked);
    const remove = page.getByRole('button', { name: 'Remove Logo', exact: true });
    await expectVisible(remove);
    await expectVisible(other.locator('img[src*="/api/images/"]').first());
    await page.reload();
    await expectVisible(remove);
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Northlight');
    expect(await page.getByRole('radio', { name: 'Plum' }).isChecked()).toBe(true);
    await remove.click();
    await expectEventually(() => other.locator('img[src*="/api/images/"]').count(), 0);
    expect(guard.complaints()).toEqual([]);
  },
);

journey(
  'an invalid setting is told at its field; the others save themselves',
  async ({ page, signIn, guard }) => {
    guard.allow(/status of 422/);
    await signIn({ at: '/admin/settings/others' });
    const limit = page.getByRole('textbox', { name: 'Upload limit' });
    await limit.fill('two');
    await expectVisible(page.getByText('Enter a size, like 10.'));
    await limit.fill('99999999999');
    await expectVisible(page.getByText('That’s too large. The maximum is 1 PB.'));
    await limit.fill('2');
    await saved(page);
    const types = page.getByRole('textbox', { name: 'Blocked file types' });
    await types.fill('not a/type/at all!');
    await types.press('Enter');
    await expectVisible(page.getByText('isn’t a type or an extension'));
    await types.fill('.EXE');
    await types.press('Enter');
    await expectVisible(page.getByRole('button', { name: 'Remove exe' }));
    await page.getByText('Metered', { exact: true }).click();
    const contact = page.getByRole('textbox', { name: 'Contact email' });
    await contact.fill('help@northlight');
    await contact.blur();
    await expectVisible(page.getByText('Enter a valid email, like name@example.com'));
    await contact.fill('help@northlight.example');
    await page.getByRole('button', { name: 'Set Secret key' }).click();
    await page.getByLabel('Secret key').fill('a secret of some length');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectVisible(page.getByText('A key is set'));
    await page.getByRole('button', { name: 'Clear caches' }).click();
    await expectVisible(page.getByText(/^Cleared: |There was nothing to clear/));
    await page.reload();
    await expectVisible(page.getByRole('button', { name: 'Remove exe' }));
    expect(await limit.inputValue()).toBe('2');
    expect(await page.getByRole('radio', { name: 'Metered' }).isChecked()).toBe(true);
    expect(await contact.inputValue()).toBe('help@northlight.example');
    await expectVisible(page.getByRole('button', { name: 'Replace Secret key' }));
    expect(await page.content()).not.toContain('a secret of some length');
  },
);
