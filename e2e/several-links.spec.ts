/** An item with several links: each has settings of its own, and ends by itself. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { openLinks } from './harness/sharing.ts';

const journey = journeysOf();

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

journey(
  'an item gets a second link with a password, an end and a name; one of the two is stopped',
  async ({ page, context, signIn, server }) => {
    const api = await signInToApi(server.url);
    const links = await openLinks(server.url);
    const folder = await api.createFolder('Drawings');
    const token = await links.share({ id: folder, type: 'folder' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn();
    await filesPage(page).row('Drawings').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Share…' }).click();
    const popup = page.getByRole('dialog', { name: 'Share Drawings' });
    const address = popup.getByRole('textbox', { name: 'Link', exact: true });
    const rows = popup.getByRole('list', { name: 'Links' }).getByRole('button');
    const create = popup.getByRole('button', { name: 'Create', exact: true });
    await expectEventually(() => address.inputValue(), `${server.url}/share/${token}`);

    await create.click();
    await popup.getByRole('button', { name: 'Cancel' }).click();
    await expectEventually(() => focusedText(page), 'Create');
    await create.click();
    await popup.getByRole('textbox', { name: 'Label' }).fill('Print shop');
    await popup.getByRole('radiogroup', { name: 'Permission' }).getByText('Editor').click();
    await popup.getByRole('switch', { name: 'Password' }).check();
    await popup.locator('input[name="password"]').fill('harbour house');
    await popup.getByRole('switch', { name: 'Expiration' }).check();
    await popup.getByRole('radio', { name: 'Date and time' }).check();
    const end = popup.getByLabel('Link stops working on');
    await end.fill('2020-01-01T10:00');
    await popup.getByRole('button', { name: 'Create link' }).click();
    await expectVisible(popup.getByText('Choose a time in the future, within ten years.'));
    await expectAccessible(page, 'the form of another link');
    await end.fill(`${new Date().getFullYear() + 1}-03-01T18:30`);
    await popup.getByRole('button', { name: 'Create link' }).click();
    await expectEventually(() => rows.count(), 2);
    await expectVisible(rows.nth(1).getByText(/^Editor · password-protected · expires 1 Mar /));
    const second = await address.inputValue();
    expect(second).not.toContain(token);

    await rows.first().focus();
    await page.keyboard.press('Enter');
    await expectEventually(() => address.inputValue(), `${server.url}/share/${token}`);
    await popup.getByRole('textbox', { name: 'Label' }).fill('Family');
    await expectVisible(rows.first().getByText('Family'));
    await expectAccessible(page, 'the popup of an item with two links');
    await rows.first().focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expectEventually(() => address.inputValue(), second);
    await expectEventually(() => focusedText(page), (await rows.nth(1).textContent()) ?? '');
    expect(await rows.nth(1).getAttribute('aria-current')).toBe('true');
    await expectVisible(popup.getByText('On: guests must enter it'));

    await popup.getByRole('button', { name: 'Stop sharing' }).click();
    const question = page.getByRole('alertdialog', { name: 'Stop sharing?' });
    await question.getByRole('button', { name: 'Stop sharing' }).click();
    await expectGone(question);
    await expectEventually(() => address.inputValue(), `${server.url}/share/${token}`);
    expect(await address.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await rows.count()).toBe(0);
    await expectAccessible(page, 'the popup of the link that is left');
    await popup.getByRole('button', { name: 'Done' }).click();
    await expectVisible(page.getByRole('row', { name: 'Drawings, Folder, Shared by link · Visitor' }));
    const statusOf = async (path: string) => (await fetch(`${server.url}/api/browse/share/${path}`)).status;
    expect(await statusOf(token)).toBe(200);
    expect(await statusOf(second.split('/').at(-1) ?? '')).toBe(404);
  },
);
