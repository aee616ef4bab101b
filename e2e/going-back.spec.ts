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

  // The way back from another section works, too; a new visit finds nothing selected.
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

journey(
  'going up focuses the folder that was left, and selects nothing',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    const outer = await api.createFolder('Above');
    for (let number = 0; number < 60; number += 1) await api.createFolder(nameOf(number), outer);
    const inside = nameOf(47);
    const insideId = (await api.list(outer)).find(({ attributes }) => attributes.name === inside)?.id;
    await api.createFolder('Deep', insideId);
    await signIn();
    const files = filesPage(page);
    const expectLeft = async (name: string): Promise<void> => {
      await expectEventually(
        () =>
          page.evaluate(() => {
            const grid = document.querySelector('[role=grid]');
            const active = document.getElementById(grid?.getAttribute('aria-activedescendant') ?? '');
            const box = active?.getBoundingClientRect();
            return {
              active: active?.querySelector('a')?.textContent,
              isOutlined: active !== null && getComputedStyle(active).outlineStyle === 'solid',
              isInSight: box !== undefined && box.top > 0 && box.bottom <= innerHeight,
              selected: document.querySelectorAll('[role=row][aria-selected=true]').length,
              hasFocus: document.activeElement === grid,
            };
          }),
        { active: name, isOutlined: true, isInSight: true, selected: 0, hasFocus: true },
      );
    };
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
    const enter = async (name: string): Promise<void> => {
      await page.keyboard.press('Enter');
      await expectVisible(heading(name));
    };
    await page.goto(`/platform/files/${outer}?sort=name&dir=ASC`);
    await expectVisible(files.row(nameOf(0)));
    await files.grid.focus();
    await page.keyboard.press('End');
    await files.openFolder(inside);
    await expectVisible(files.row('Deep'));
    await page.keyboard.press('Backspace');
    await expectLeft(inside);

    // A page that was loaded anew remembers nothing, and the folder above has to be fetched. Keys that come before it act on nothing.
    await enter(inside);
    await page.reload();
    await expectVisible(files.row('Deep'));
    let letThrough = (): void => undefined;
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route(`**/api/browse/folders/${outer}?*`, async (route) => {
      await held;
      await route.continue();
    });
    await page.keyboard.press('Alt+ArrowUp');
    await expectPath(page, `/platform/files/${outer}?sort=name&dir=ASC`);
    await page.keyboard.press('Shift+Delete');
    letThrough();
    await expectLeft(inside);
    expect(await files.dialog.count()).toBe(0);
    // From now on they act on the folder that is outlined.
    await page.keyboard.press('Shift+Delete');
    await expectVisible(files.dialog.or(files.alert).getByText(inside));
    await page.keyboard.press('Escape');
    await expectLeft(inside);

    await enter(inside);
    await files.breadcrumb.getByRole('link', { name: 'Above' }).click();
    await expectLeft(inside);
    await page.keyboard.press('ArrowDown');
    await expectEventually(() => files.row(nameOf(48)).getAttribute('aria-selected'), 'true');
    await files.openFolder(inside);
    await expectVisible(files.row('Deep'));
    await page.keyboard.press('Home');
    await enter('Deep');
    // Two folders up, by the menu; then the list is a grid.
    await files.breadcrumb.getByRole('button', { name: 'Show parent folders' }).click();
    await page.getByRole('menuitem', { name: 'Home' }).click();
    await expectLeft('Above');
    await page.keyboard.press('Enter');
    await expectVisible(heading('Above'));
    await page.getByRole('button', { name: 'Grid', exact: true }).click();
    await files.openFolder(inside);
    await expectVisible(files.row('Deep'));
    await page.keyboard.press('Backspace');
    await expectLeft(inside);

    await page.getByRole('link', { name: 'Trash' }).first().click();
    await expectVisible(page.getByText('Trash is empty'));
    await api.remove([{ id: outer, type: 'folder' }]);
    await expectVisible(files.row('Above'));
    await files.openFolder('Above');
    await files.openFolder(nameOf(58));
    await expectVisible(heading(nameOf(58)));
    await page.keyboard.press('Backspace');
    await expectLeft(nameOf(58));
    await page.keyboard.press('Backspace');
    await expectLeft('Above');
  },
);
