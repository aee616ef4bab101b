import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectEventually, expectPath, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';

const journey = journeysOf();
const nameOf = (number: number) => `Folder ${String(number).padStart(2, '0')}`;

journey('going back leads to where one was: scroll, focus, selection', async ({ page, signIn, server }) => {
  const api = await signInToApi(server.url);
  const outer = await api.createFolder('Outer');
  for (let number = 0; number < 60; number += 1) await api.createFolder(nameOf(number), outer);
  await signIn();
  const files = filesPage(page);
  const path = `/platform/files/${outer}?sort=name&dir=ASC`;
  await page.goto(path);
  await expectVisible(files.row(nameOf(0)));

  const stateOf = () =>
    page.evaluate(() => {
      const grid = document.querySelector('[role=grid]');
      const active = document.getElementById(grid?.getAttribute('aria-activedescendant') ?? '');
      const selected = document.querySelectorAll('[role=row][aria-selected=true] [role=rowheader]');
      return {
        scrollTop: grid?.scrollTop,
        active: active?.querySelector('[role=rowheader]')?.textContent,
        selected: Array.from(selected, ({ textContent }) => textContent),
        hasFocus: document.activeElement === grid,
      };
    });

  await files.grid.focus();
  await page.keyboard.press('End');
  await expectVisible(files.row(nameOf(59)));
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowDown');
  const selected = [nameOf(39), nameOf(40)];
  await expectEventually(async () => (await stateOf()).selected, selected);
  const before = await stateOf();
  expect(before).toMatchObject({ active: nameOf(40), hasFocus: true });
  expect(before.scrollTop).toBeGreaterThan(0);

  await page.keyboard.press('Enter');
  await expectVisible(page.getByRole('heading', { level: 1, name: nameOf(40) }));
  await page.goBack();
  await expectPath(page, path);
  await expectEventually(stateOf, before);

  // From another section, too; who goes there anew finds nothing selected.
  await page.getByRole('link', { name: 'Trash' }).first().click();
  await expectVisible(page.getByText('Trash is empty'));
  await page.goBack();
  await expectEventually(stateOf, before);
  await page.getByRole('link', { name: 'Trash' }).first().click();
  await expectVisible(page.getByText('Trash is empty'));
  await page.getByRole('treeitem', { name: /^Outer,/ }).click();
  await expectVisible(files.row(nameOf(59)));
  await expectEventually(async () => (await stateOf()).selected, []);
});
