/** The appearance: themes, and windows of phones in German, whose words are longer than those of English. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectVisible } from './harness/expect-page.ts';
import { journeysOf } from './harness/journey.ts';
import { otherBrowser } from './harness/other-browser.ts';

/** A public key is the longest word that the settings show. */
const recipient = 'age1y6w9vwhj6wfjkzw6g4c8rrtf67sz2gma7nkr4dmp6gtfnsz42f4qcmsf7m';
const journey = journeysOf({
  HOLDALL_BACKUP_RECIPIENT: recipient,
  HOLDALL_SMTP_URL: 'smtp://files@127.0.0.1:2525',
});
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
const canvas = { light: 'rgb(239, 243, 244)', dark: 'rgb(7, 15, 16)' };

const background = (page: Page) => () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

/** Resolves once a choice is saved, a moment after it is seen. */
const themeSaved = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/api/user/settings') && response.ok());

const chooseTheme = async (page: Page, name: 'Light' | 'Dark' | 'System') => {
  await page.getByRole('button', { name: 'Theme' }).click({ button: 'right' });
  await Promise.all([themeSaved(page), page.getByRole('menuitemradio', { name }).click()]);
};

journey('a user’s theme follows the system, or what was chosen, on every device', async (world) => {
  const { page, signIn, context } = world;
  await signIn();
  await expectEventually(background(page), canvas.light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectEventually(background(page), canvas.dark);
  await chooseTheme(page, 'Light');
  await expectEventually(background(page), canvas.light);
  // One press toggles the theme.
  const control = page.getByRole('button', { name: 'Theme' });
  await Promise.all([themeSaved(page), control.click()]);
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
  // The device's own choice is in the menu, by the keyboard, too.
  await other.getByRole('button', { name: 'Theme' }).focus();
  await other.keyboard.press('ArrowDown');
  await Promise.all([themeSaved(other), other.getByRole('menuitemradio', { name: 'System' }).press('Enter')]);
  await expectEventually(background(other), canvas.light);
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

journey('a page flashes in no other colour while it loads', async ({ page, signIn }) => {
  await signIn();
  await recordFrames(page);
  for (const [stored, system] of [
    ['Dark', 'light'],
    ['System', 'dark'],
    ['Light', 'dark'],
  ] as const) {
    const isDark = stored !== 'Light';
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

/** Cards whose content is wider than they are. */
const tooWide = (page: Page): Promise<string[]> =>
  page
    .locator('main section')
    .evaluateAll((cards) =>
      cards.filter((card) => card.scrollWidth > card.clientWidth).map((card) => card.textContent),
    );

/** Pixels that a field lacks to show its value whole. */
const missingWidth = (field: Locator): Promise<number> =>
  field.evaluate((shown: HTMLInputElement | HTMLSelectElement) => {
    const copy = shown.cloneNode(true) as typeof shown;
    copy.value = shown.value;
    copy.style.cssText = 'position: absolute; width: auto; flex: none; field-sizing: content';
    shown.parentElement?.append(copy);
    const needed = copy.getBoundingClientRect().width;
    copy.remove();
    return needed - shown.getBoundingClientRect().width;
  });

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

journey(
  'an administrator finds settings that fit a phone, and choices that stay legible where they are locked',
  async (world) => {
    const { page, context, signIn, guard } = world;
    // Pages are left before they have connected.
    guard.allow(/closed before the connection is established/);
    await signIn();
    for (const path of ['server', 'server/backups', 'others', 'environment']) {
      await page.goto(`/admin/settings/${path}`);
      await expectVisible(page.getByRole('heading', { level: 2 }).nth(1));
      if (path === 'server/backups') await expectVisible(page.getByText(recipient));
      expect({ path, cards: await tooWide(page) }).toEqual({ path, cards: [] });
    }
    // The environment sets the mail server.
    const cards = page.getByRole('radiogroup', { name: 'E-Mails werden' });
    await expectVisible(cards);
    expect(await cards.getByRole('radio', { disabled: true }).count()).toBe(2);
    const texts = await cards.locator('label, p').all();
    expect(texts).toHaveLength(4);
    for (const theme of ['light', 'dark'] as const) {
      await page.evaluate(
        (drawn) => Object.assign(document.documentElement.dataset, { theme: drawn }),
        theme,
      );
      await expectEventually(background(page), canvas[theme]);
      for (const text of texts) await expect.poll(() => contrastInCard(text)).toBeGreaterThanOrEqual(4.5);
    }
    // Times are longer in American English.
    const storageState = await context.storageState();
    const american = await otherBrowser(world, { ...phone, locale: 'en-US', storageState });
    for (const shown of [page, american.page]) {
      await shown.goto('/admin/settings/server/backups');
      const time = shown.locator('input[type=time]');
      await expectVisible(time);
      expect(await missingWidth(time)).toBeLessThanOrEqual(0);
    }
  },
  { ...phone, locale: 'de-DE' },
);

journey(
  'a user reads filters, a notice and the actions of a selection whole on a phone',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    for (const name of ['Brücke 1.txt', 'Brücke 2.txt'])
      await api.remove([{ id: await api.uploadFile(name, new Uint8Array(1)), type: 'file' }]);
    await api.uploadFile('Brücke 3.txt', new Uint8Array(1));
    await signIn({ at: '/platform/search?q=Brücke' });
    for (const query of ['q=Brücke', 'q=Brücke&type=documents&modified=30d&size=small']) {
      await page.goto(`/platform/search?${query}`);
      const filters = page.getByRole('search').getByRole('combobox');
      await expectVisible(filters.first());
      for (const filter of await filters.all()) expect(await missingWidth(filter)).toBeLessThanOrEqual(0);
    }
    await page.goto('/platform/search?q=Brücke');
    const show = page.getByRole('button', { name: 'Anzeigen', exact: true });
    const text = await page.getByText('2 weitere Ergebnisse').last().boundingBox();
    const button = await show.boundingBox();
    expect(button?.x).toBeGreaterThanOrEqual((text?.x ?? 0) + (text?.width ?? 0));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

    await api.uploadFile('Auswahl.txt', new Uint8Array(1));
    await page.goto('/platform/files');
    await page.getByRole('row', { name: 'Auswahl.txt' }).getByRole('button').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Auswählen' }).click();
    const bar = page.getByRole('region', { name: 'Auswahl' });
    const words = ['Teilen', 'Herunterladen', 'Verschieben', 'Löschen'];
    await expectVisible(bar.getByText('Herunterladen', { exact: true }));
    const boxes = await Promise.all(words.map((word) => bar.getByText(word, { exact: true }).boundingBox()));
    const gaps = boxes.slice(1).map((box, index) => {
      const before = boxes[index];
      return (box?.x ?? 0) - ((before?.x ?? 0) + (before?.width ?? 0));
    });
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(6);
    await expectAccessible(page, 'a selection in German');
  },
  { ...phone, locale: 'de-DE' },
);
