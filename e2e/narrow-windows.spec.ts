/** Pages fit a phone, in English and in German, whose words are longer. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectPath, expectVisible } from './harness/expect-page.ts';
import { journeysOf } from './harness/journey.ts';

/** A public key is the longest word that the settings show. */
const recipient = 'age1y6w9vwhj6wfjkzw6g4c8rrtf67sz2gma7nkr4dmp6gtfnsz42f4qcmsf7m';
const journey = journeysOf({ HOLDALL_BACKUP_RECIPIENT: recipient });
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };

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

for (const locale of ['en-US', 'de-DE'])
  journey(
    `the settings fit a phone in ${locale}`,
    async ({ page, signIn }) => {
      await signIn();
      for (const path of ['environment', 'others', 'server', 'server/backups']) {
        await page.goto(`/admin/settings/${path}`);
        await expectVisible(page.getByRole('heading', { level: 2 }).nth(1));
        if (path === 'server/backups') await expectVisible(page.getByText(recipient));
        expect({ path, cards: await tooWide(page) }).toEqual({ path, cards: [] });
        await expectAccessible(page, `${path} in ${locale}`);
      }
      const time = page.locator('input[type=time]');
      await expectVisible(time);
      expect(await missingWidth(time)).toBeLessThanOrEqual(0);
    },
    { ...phone, locale },
  );

journey('file integrity and its schedule lead to each other', async ({ page, signIn }) => {
  await signIn({ at: '/admin/settings/server' });
  await expectVisible(page.getByRole('link', { name: 'Change how often' }));
  await expectAccessible(page, 'the status of the server');
  await page.getByRole('link', { name: 'Change how often' }).click();
  await expectPath(page, '/admin/settings/server/backups');
  await page.getByRole('link', { name: 'See the results' }).click();
  await expectPath(page, '/admin/settings/server');
  await expectVisible(page.getByRole('region', { name: 'File integrity' }));
});

journey(
  'the filters of a search show their values whole in German, and a notice keeps its button beside it',
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
  },
  { ...phone, locale: 'de-DE' },
);

journey(
  'the actions of a selection keep their words apart in German',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    await api.uploadFile('Auswahl.txt', new Uint8Array(1));
    await signIn();
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
