/** The settings of the environment, on a real mail server. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect } from 'vitest';
import { createMailServer } from '../apps/server/src/testing/mail-server.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectVisible } from './harness/expect-page.ts';
import { journeysOf } from './harness/journey.ts';
import { admin } from './harness/server.ts';

const credentials = { username: 'files', password: 'a password of the mail server' };
const mails = await createMailServer({ credentials });
const journey = journeysOf({ HOLDALL_ALLOWED_PRIVATE_HOSTS: '127.0.0.1' });
afterAll(() => mails.close());

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const field = document.activeElement;
    const label = field?.getAttribute('aria-labelledby')?.split(' ')[0];
    return (
      (label && document.getElementById(label)?.textContent) ??
      (field as HTMLInputElement | null)?.labels?.[0]?.textContent ??
      field?.textContent ??
      ''
    );
  });

/** Presses Tab until the element of this name has the focus. */
const tabTo = async (page: Page, name: string): Promise<void> => {
  for (let presses = 0; presses < 60 && (await focused(page)) !== name; presses += 1)
    await page.keyboard.press('Tab');
  expect(await focused(page)).toBe(name);
};

/** Replaces the text of the field of this name. */
const typeInto = async (page: Page, name: string, text: string): Promise<void> => {
  await tabTo(page, name);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
};

// First, while nothing is set up yet on this file's server: the faults are those of empty fields.
for (const width of [1280, 360])
  journey(
    `axe finds nothing in the settings of the environment at ${width}`,
    async ({ page, signIn }) => {
      await signIn({ at: '/admin/settings/environment' });
      await page.getByText('Sent by SMTP').click();
      await expectVisible(page.getByLabel('Port', { exact: true }));
      await page.getByText('In object storage').click();
      await page.getByLabel('Region').selectOption({ label: 'Another region…' });
      const faults = [
        ['File storage', 'Enter the bucket name.'],
        ['Email', 'Enter the server name.'],
      ] as const;
      for (const [name, fault] of faults) {
        await page.getByRole('form', { name }).getByRole('button', { name: 'Save', exact: true }).click();
        // The message above moves the next button away, and a click that begins there ends beside it.
        await expectVisible(page.getByText(fault));
      }
      await expectAccessible(page, 'the environment');
      for (const name of ['File storage', 'Email'])
        await page.getByRole('form', { name }).getByRole('button', { name: 'Discard changes' }).click();
      await expectEventually(() => page.getByLabel('Port', { exact: true }).count(), 0);
    },
    { viewport: { width, height: 800 } },
  );

journey(
  'a mail server is set up by keyboard alone: what is wrong is said, and then the test arrives',
  async ({ page, signIn, guard }) => {
    guard.allow(/status of 422/);
    await signIn({ at: '/admin/settings/environment' });
    await expectVisible(page.getByRole('heading', { level: 2, name: 'Email' }));
    await tabTo(page, 'Kept on the server');
    await page.keyboard.press('ArrowDown');
    await expectVisible(page.getByLabel('Server', { exact: true }));
    await typeInto(page, 'Server', '127.0.0.1');
    await typeInto(page, 'Port', '0');
    await page.keyboard.press('Enter');
    await expectVisible(page.getByText('Enter a port from 1 to 65535.'));
    expect(await focused(page)).toBe('Port');
    await typeInto(page, 'Port', String(mails.port));
    await tabTo(page, 'STARTTLS');
    await page.keyboard.press('ArrowLeft');
    await expectEventually(() => page.getByRole('radio', { name: 'None' }).isChecked(), true);
    await typeInto(page, 'User name', credentials.username);
    await tabTo(page, 'Sender');
    await page.keyboard.type('Northlight <files@northlight.example>');
    // Nothing of it counts before it was tried.
    await tabTo(page, 'Save');
    await page.keyboard.press('Enter');
    await expectVisible(page.getByText('The mail server doesn’t accept this user name and password.'));
    await expectAccessible(page, 'a mail server that refuses');
    expect(await focused(page)).toBe('Password');
    await page.keyboard.type(credentials.password);
    await tabTo(page, 'Send test email');
    await page.keyboard.press('Enter');
    await expectVisible(page.getByText(`Test email sent to ${admin.email}.`).first());
    const [mail] = await mails.mails();
    expect(mail).toMatchObject({
      recipients: [admin.email],
      user: credentials.username,
      from: { name: 'Northlight', address: 'files@northlight.example' },
    });

    // Other pages are looked at meanwhile, and nothing is lost.
    await page.getByRole('link', { name: 'General' }).click();
    await expectVisible(page.getByText('Storage plan'));
    await page.getByRole('link', { name: 'Environment' }).click();
    await expectEventually(
      () => page.getByLabel('Password', { exact: true }).inputValue(),
      credentials.password,
    );
    await tabTo(page, 'Save');
    await page.keyboard.press('Enter');
    await expectVisible(page.getByText('Saved. It works and is now in use.'));
    expect(await focused(page)).toBe('Save');
    await page.reload();
    await expectEventually(
      () => page.getByLabel('Password', { exact: true }).getAttribute('placeholder'),
      'A password is set. Leave this empty to keep it',
    );
    expect(await page.getByLabel('Server', { exact: true }).inputValue()).toBe('127.0.0.1');
    expect(await page.content()).not.toContain(credentials.password);
  },
);

journey(
  'the public address is another one at once; one that locks out is refused',
  async ({ page, signIn, guard }) => {
    guard.allow(/status of 422/);
    await signIn({ at: '/admin/settings/environment' });
    const field = page.getByLabel('Public address');
    await field.fill('files.example.com');
    await page.keyboard.press('Enter');
    await expectVisible(page.getByText('Enter an address like https://files.example.com'));
    const own = new URL(page.url()).origin;
    await field.fill(`${own}/`);
    await page.keyboard.press('Enter');
    await expectVisible(page.getByText('Saved. Links in emails and shares now lead there'));
    expect(await field.inputValue()).toBe(own);
    await field.fill('');
    await page.keyboard.press('Enter');
    await expectVisible(page.getByText('Saved. Links in emails and shares now lead there'));
  },
);

/** WCAG 2.2, 1.4.3, of a text in a card; axe leaves out what is disabled. */
const contrastInCard = (text: Locator): Promise<number> =>
  text.evaluate((element) => {
    const luminance = (color: string): number => {
      const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
        const share = Number(part) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const card = element.closest('.choice-card') ?? element;
    const [dim = 0, bright = 0] = [getComputedStyle(element).color, getComputedStyle(card).backgroundColor]
      .map(luminance)
      .toSorted((a, b) => a - b);
    return (bright + 0.05) / (dim + 0.05);
  });

describe('where the environment sets the mail server', () => {
  const journey = journeysOf({ HOLDALL_SMTP_URL: mails.url });
  for (const colorScheme of ['light', 'dark'] as const)
    journey(
      `cards that cannot be chosen stay legible, ${colorScheme}`,
      async ({ page, signIn }) => {
        await signIn({ at: '/admin/settings/environment' });
        const cards = page.getByRole('radiogroup', { name: 'Emails are' });
        await expectVisible(cards);
        expect(await cards.getByRole('radio', { disabled: true }).count()).toBe(2);
        const texts = await cards.locator('label, p').all();
        expect(texts).toHaveLength(4);
        for (const text of texts) expect(await contrastInCard(text)).toBeGreaterThanOrEqual(4.5);
      },
      { colorScheme },
    );
});
