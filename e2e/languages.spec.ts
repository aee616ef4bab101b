import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { fourFields } from '../apps/server/src/testing/media-files.ts';
import { signInToApi } from './harness/api.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { openSession } from './harness/session.ts';

const journey = journeysOf();

/** The page of languages in the words of its user. */
const languagesPage = (page: Page) => {
  const card = page.getByRole('region', { name: 'Languages' }).or(page.locator('main'));
  return {
    row: (name: string): Locator => card.getByRole('button', { name: new RegExp(`^${name}`) }).first(),
    button: (name: string): Locator => page.getByRole('button', { name, exact: true }),
    dialog: page.getByRole('dialog'),
    search: page.getByRole('searchbox', { name: 'Search texts' }),
    text: (key: string): Locator => page.getByRole('textbox', { name: `Translation of ${key}`, exact: true }),
    takeBack: (key: string): Locator => page.getByRole('button', { name: `Undo the change to ${key}` }),
  };
};

const directionOf = (page: Page) => () => page.locator('html').getAttribute('dir');

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (!box) throw new Error(`${element.toString()} is not drawn.`);
  return { ...box, right: box.x + box.width };
};

/** Four files, named so that a grid shows them in this order. */
const arrange = async (url: string, name: string): Promise<string> => {
  const api = await signInToApi(url);
  const id = await api.createFolder(name);
  await api.createFolder('Photos', id);
  for (const file of ['a.png', 'b.png', 'c.png'])
    await api.uploadFile(file, await fourFields(60, 40).png().toBuffer(), id);
  return id;
};

/** Expects that lines begin at the right in a folder of the files that `arrange` makes, and arrows go along them. */
const expectMirrored = async (page: Page): Promise<void> => {
  const files = filesPage(page);
  const middle = 720;
  expect((await boxOf(page.getByRole('complementary').first())).x).toBeGreaterThan(middle);
  await files.row('c.png').click({ button: 'right', position: { x: 300, y: 20 } });
  const menu = await boxOf(page.getByRole('menu'));
  expect(Math.round(menu.right)).toBe(Math.round((await boxOf(files.row('c.png'))).x + 300));
  await page.keyboard.press('Escape');

  // Arrows and the ghost go along the line.
  await page.getByRole('button', { name: 'Grid', exact: true }).click();
  await files.row('a.png').click({ position: { x: 20, y: 130 } });
  await page.keyboard.press('ArrowLeft');
  await expectEventually(() => files.row('b.png').getAttribute('aria-selected'), 'true');
  expect((await boxOf(files.row('b.png'))).x).toBeLessThan((await boxOf(files.row('a.png'))).x);
  const from = await boxOf(files.row('b.png'));
  await page.mouse.move(from.x + 40, from.y + 40);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 60, { steps: 4 });
  const ghost = await boxOf(page.locator('.drag-ghost'));
  // Its width is no whole number.
  expect(Math.abs(ghost.right - (from.x + 60 - 14))).toBeLessThan(1.5);
  await page.keyboard.press('Escape');
  await page.mouse.up();

  await files.row('a.png').dblclick({ position: { x: 60, y: 60 } });
  await expectVisible(files.dialog.getByRole('heading', { name: 'Preview: a.png' }));
  await page.keyboard.press('ArrowLeft');
  await expectVisible(files.dialog.getByRole('heading', { name: 'Preview: b.png' }));
  await page.keyboard.press('Escape');
  await expectGone(files.dialog);
};

journey(
  'an administrator adds a language that runs from right to left, and a user reads it as it is written',
  async ({ page, context, server, signIn }) => {
    const folder = await arrange(server.url, 'Right to left');
    await signIn({ at: '/admin/language' });
    const languages = languagesPage(page);
    await expectVisible(languages.row('Čeština').getByText('Complete'));

    // By the keyboard alone.
    await languages.button('Add language').press('Enter');
    await expectAccessible(page, 'adding a language');
    const language = languages.dialog.getByRole('combobox', { name: 'Language' });
    await language.focus();
    await page.keyboard.type('hebr');
    await expectVisible(page.getByRole('option', { name: 'Hebrew · עברית' }));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expectGone(languages.dialog);
    await expectEventually(() => languages.row('עברית').getAttribute('aria-pressed'), 'true');

    await languages.search.fill('trash.title');
    await languages.text('trash.title').fill('אשפה');
    await expectVisible(languages.row('עברית').getByText('1 changed'));

    await page.goto('/user/profile');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('he');
    await expectEventually(directionOf(page), 'rtl');
    const other = await context.newPage();
    await other.goto(`/platform/files/${folder}?sort=name&dir=ASC`);
    const files = filesPage(other);
    await expectVisible(files.row('a.png'));
    expect(await directionOf(other)()).toBe('rtl');
    await expectVisible(other.getByRole('link', { name: 'אשפה' }));
    await expectAccessible(other, 'files from right to left');

    // A text that is written in one tab is read in the other.
    await page.goto('/admin/language?language=he&search=files.home');
    await languages.text('files.home').fill('בית');
    await expectVisible(other.getByRole('link', { name: 'בית' }).first());

    await expectMirrored(other);

    // The default language that goes leaves English in its place, and every page turns round.
    await languages.button('Make default').click();
    await expectVisible(languages.row('עברית').getByText('Default'));
    await languages.button('Remove').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expectVisible(languages.row('English').getByText('Default'));
    await expectGone(languages.row('עברית'));
    await expectEventually(directionOf(other), 'ltr');
    await expectEventually(directionOf(page), 'ltr');
  },
  { timeout: 180_000 },
);

journey(
  'a translator takes texts along, brings them back, and is led past none page by page',
  async (world) => {
    const { page, server, signIn } = world;
    const { call } = await openSession(server.url);
    await call('POST', '/api/admin/languages', { locale: 'it' });
    await signIn({ at: '/admin/language?language=es' });
    const languages = languagesPage(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('holdall-es.json');
    const texts = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, string>;
    expect(texts['trash.title']).toBe('Papelera');
    const buffer = Buffer.from(JSON.stringify({ 'trash.title': 'Basura', 'guests.moved': 'Movió' }));
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      languages.button('Import').click(),
    ]);
    await chooser.setFiles({ name: 'es.json', mimeType: 'application/json', buffer });
    const alert = page.getByRole('alertdialog');
    await expectVisible(alert.getByText('guests.moved: The translation must contain {{name}}, {{to}}'));
    await alert.getByRole('button', { name: 'That’s really sad' }).click();

    // Each text is saved by itself; one that drops a placeholder waits until it has it.
    await languages.search.fill('guests.moved');
    await languages.text('guests.moved').fill('{{name}}');
    await expectVisible(page.getByText('Keep {{to}}'));
    await expectVisible(languages.row('Español').getByText('1 changed'));
    await languages.text('guests.moved').fill('{{name}} → {{to}}');
    await expectVisible(languages.row('Español').getByText('2 changed'));
    await languages.takeBack('guests.moved').click();
    await languages.search.fill('trash.title');
    await expectVisible(page.getByText('Originally: Papelera'));
    await languages.takeBack('trash.title').click();
    await expectEventually(() => languages.text('trash.title').inputValue(), 'Papelera');

    await page.goto('/admin/language?language=it&filter=untranslated');
    const fields = page.getByRole('textbox', { name: /^Translation of / });
    const names = () => fields.evaluateAll((all) => all.map((field) => field.getAttribute('aria-label')));
    await expectVisible(fields.nth(49));
    const before = await names();
    const saved = page.waitForResponse(
      (answer) => answer.url().endsWith('/strings') && answer.request().method() === 'POST',
    );
    await fields.first().fill('Sì');
    await saved;
    // Another has come into the place of the one that is translated.
    const next = page.getByRole('button', { name: 'Next page' });
    await next.click();
    await expectEventually(async () => (await names()).slice(0, 49), before.slice(1));
    const [last] = (await names()).slice(49);
    await next.click();
    await expectVisible(page.getByText(/^51–100 of /));
    await expectEventually(async () => (await names()).includes(last ?? null), false);
    // An address may name a page that there is no longer.
    await page.goto('/admin/language?language=it&filter=untranslated&page=99');
    await expectVisible(fields.first());
    await expectEventually(async () => Number(new URL(page.url()).searchParams.get('page')) < 99, true);
  },
);
