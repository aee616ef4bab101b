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

journey(
  'a language is added, written, chosen, read from right to left in other tabs as it is written, and removed',
  async ({ page, context, server, signIn, guard }) => {
    guard.allow(/status of 422/);
    const folder = await arrange(server.url, 'Right to left');
    await signIn({ at: '/admin/language' });
    const languages = languagesPage(page);
    await expectVisible(languages.row('Čeština').getByText('Complete'));
    await expectAccessible(page, 'languages');

    // By the keyboard alone.
    await languages.button('Add language').press('Enter');
    await expectAccessible(page, 'adding a language');
    const language = languages.dialog.getByRole('combobox', { name: 'Language' });
    await languages.dialog.getByRole('button', { name: 'Add language' }).click();
    await expectVisible(languages.dialog.getByText('Choose a language.'));
    await language.focus();
    await page.keyboard.type('no such thing');
    await expectGone(page.getByRole('option').first());
    await language.fill('hebr');
    await expectVisible(page.getByRole('option', { name: 'Hebrew · עברית' }));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expectGone(languages.dialog);
    await expectVisible(page.getByText('עברית added'));
    await expectEventually(() => languages.row('עברית').getAttribute('aria-pressed'), 'true');

    // Each text is saved by itself; one that drops a placeholder waits until it has it.
    await languages.search.fill('trash.title');
    await languages.text('trash.title').fill('אשפה');
    await expectVisible(page.getByText('Saved').first());
    await expectVisible(languages.row('עברית').getByText('1 changed'));
    await languages.search.fill('guests.moved');
    await languages.text('guests.moved').fill('{{name}}');
    await expectVisible(page.getByText('Keep {{to}}'));
    await languages.text('guests.moved').fill('{{name}} אל {{to}}');
    await expectVisible(languages.row('עברית').getByText('2 changed'));
    await languages.takeBack('guests.moved').click();
    await expectVisible(languages.row('עברית').getByText('1 changed'));
    await expectEventually(() => languages.text('guests.moved').inputValue(), '');

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

    // Lines begin at the right: the panel, menus, names.
    const middle = 720;
    expect((await boxOf(other.getByRole('complementary').first())).x).toBeGreaterThan(middle);
    await files.row('c.png').click({ button: 'right', position: { x: 300, y: 20 } });
    const menu = await boxOf(other.getByRole('menu'));
    expect(Math.round(menu.right)).toBe(Math.round((await boxOf(files.row('c.png'))).x + 300));
    await other.keyboard.press('Escape');

    // Arrows and the ghost go along the line.
    await other
      .getByRole('radio', { name: 'Grid' })
      .or(other.getByRole('button', { name: 'Grid' }))
      .first()
      .click();
    await files.row('a.png').click({ position: { x: 20, y: 130 } });
    await other.keyboard.press('ArrowLeft');
    await expectEventually(() => files.row('b.png').getAttribute('aria-selected'), 'true');
    expect((await boxOf(files.row('b.png'))).x).toBeLessThan((await boxOf(files.row('a.png'))).x);
    const from = await boxOf(files.row('b.png'));
    await other.mouse.move(from.x + 40, from.y + 40);
    await other.mouse.down();
    await other.mouse.move(from.x + 60, from.y + 60, { steps: 4 });
    const ghost = await boxOf(other.locator('.drag-ghost'));
    // Its width is no whole number.
    expect(Math.abs(ghost.right - (from.x + 60 - 14))).toBeLessThan(1.5);
    await other.keyboard.press('Escape');
    await other.mouse.up();

    await files.row('a.png').dblclick({ position: { x: 60, y: 60 } });
    await expectVisible(files.dialog.getByRole('heading', { name: 'Preview: a.png' }));
    await other.keyboard.press('ArrowLeft');
    await expectVisible(files.dialog.getByRole('heading', { name: 'Preview: b.png' }));
    await other.keyboard.press('Escape');
    await expectGone(files.dialog);

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

journey('texts leave as a file and come back; what cannot be kept is told', async ({ page, signIn }) => {
  await signIn({ at: '/admin/language?language=es' });
  const languages = languagesPage(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('holdall-es.json');
  const texts = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, string>;
  expect(texts['trash.title']).toBe('Papelera');

  const send = async (content: string): Promise<void> => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      languages.button('Import').click(),
    ]);
    await chooser.setFiles({ name: 'es.json', mimeType: 'application/json', buffer: Buffer.from(content) });
  };
  const alert = page.getByRole('alertdialog');
  const dismiss = () => alert.getByRole('button', { name: 'That’s really sad' }).click();
  await send(
    JSON.stringify({
      'trash.title': 'Basura',
      'guests.moved': 'Movió',
      'of.another.version': 'x',
      __proto__x: '<img src=x onerror=alert(1)>',
    }),
  );
  await expectVisible(
    alert.getByText('guests.moved: The translation must contain {{name}}, {{to}}, exactly as written.'),
  );
  await expectVisible(alert.getByText('2 texts from another version were left out.'));
  await dismiss();
  await expectVisible(languages.row('Español').getByText('1 changed'));
  for (const hostile of ['[]', '{"a":{"b":1}}', 'null', '{"trash.title":7}', 'no JSON']) {
    await send(hostile);
    await expectVisible(alert.getByText('This isn’t a JSON file of texts.'));
    await dismiss();
    await expectGone(alert);
  }
  await languages.search.fill('trash.title');
  await expectVisible(page.getByText('Originally: Papelera'));
  await languages.takeBack('trash.title').click();
  await expectEventually(() => languages.text('trash.title').inputValue(), 'Papelera');
});

journey(
  'the page of languages works on a phone',
  async ({ page, signIn }) => {
    await signIn({ at: '/admin/language?language=cs&search=trash.title' });
    const languages = languagesPage(page);
    await expectVisible(languages.text('trash.title'));
    await expectAccessible(page, 'languages on a phone');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    // The page that is shown stands in the row of pages.
    const tab = await boxOf(page.getByRole('link', { name: 'Languages', exact: true }));
    expect(tab.right).toBeLessThanOrEqual(360);
  },
  { viewport: { width: 360, height: 780 } },
);

journey('a translator who works page by page is led past no text', async ({ page, server, signIn }) => {
  const { call } = await openSession(server.url);
  await call('POST', '/api/admin/languages', { locale: 'it' });
  await signIn({ at: '/admin/language?language=it&filter=untranslated' });
  const languages = languagesPage(page);
  const fields = page.getByRole('textbox', { name: /^Translation of / });
  const names = () => fields.evaluateAll((all) => all.map((field) => field.getAttribute('aria-label')));
  await expectVisible(fields.nth(49));
  const before = await names();
  const next = page.getByRole('button', { name: 'Next page' });
  const total = Number(
    /of ([\d,]+)/.exec(await page.getByText(/^1–50 of /).innerText())?.[1]?.replace(',', ''),
  );
  for (const at of [0, 1]) {
    const saved = page.waitForResponse(
      (answer) => answer.url().endsWith('/strings') && answer.request().method() === 'POST',
    );
    await fields.nth(at).fill('Sì');
    await saved;
  }
  // Two others have come into the places of those that are translated.
  await next.click();
  await expectEventually(async () => (await names()).slice(0, 48), before.slice(2));
  expect(await fields.count()).toBe(50);
  const rest = (await names()).slice(48);
  await next.click();
  await expectVisible(page.getByText(`51–100 of ${(total - 2).toLocaleString('en')}`));
  await expectEventually(async () => (await names()).some((name) => rest.includes(name)), false);
  // An address may name a page that there is no longer.
  await page.goto('/admin/language?language=it&filter=untranslated&page=99');
  await expectVisible(fields.first());
  await expectEventually(
    async () => new URL(page.url()).searchParams.get('page'),
    String(Math.ceil((total - 2) / 50)),
  );
  await languages.search.fill('nothing is called that');
  await expectGone(next);
});
