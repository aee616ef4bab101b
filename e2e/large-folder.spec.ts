import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectEventually, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { fillFolder, nameOf } from './harness/large-folder.ts';
import { caughtUp } from './harness/listening.ts';

const journey = journeysOf();
const count = 100_000;
const mostNodes = 3_000;
/** The one with the last row, the one before it, and the first one where that has become old. */
const mostPagesOfJump = 3;

/** Tells whether the window shows rows with names: a list that cannot keep up shows an empty space. */
const hasRowsInSight = (grid: Locator): Promise<boolean> =>
  grid.getByRole('rowheader').evaluateAll((names) =>
    names.some((name) => {
      const { top, bottom } = name.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    }),
  );

journey('a folder of 100,000 files opens, scrolls and jumps to its end', async ({ page, signIn, server }) => {
  const api = await signInToApi(server.url);
  const folder = await api.createFolder('Archive');
  fillFolder(server.dataDir, folder, count);
  await signIn();
  const files = filesPage(page);
  const nodes = () => page.evaluate(() => document.querySelectorAll('*').length);

  const ready = caughtUp(page, folder);
  await page.goto(`/platform/files/${folder}?sort=name&dir=ASC`);
  await expectVisible(files.row(nameOf(0)).first());
  await expectEventually(() => files.grid.getAttribute('aria-rowcount'), String(count + 1));
  expect(await nodes()).toBeLessThanOrEqual(mostNodes);

  await ready;
  const pages: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/browse/folders/')) pages.push(request.url());
  });
  await files.grid.focus();
  await page.keyboard.press('End');
  await expectVisible(files.row(nameOf(count - 1)));
  // Pages in between are not asked for.
  expect(pages.length).toBeLessThanOrEqual(mostPagesOfJump);
  expect(await nodes()).toBeLessThanOrEqual(mostNodes);

  await page.keyboard.press('Home');
  await expectVisible(files.row(nameOf(0)).first());
  await files.grid.hover();
  for (let turn = 0; turn < 40; turn++) {
    await page.mouse.wheel(0, 3_000);
    await expectEventually(() => hasRowsInSight(files.grid), true);
  }
  await expectEventually(
    async () => (await files.names()).some((name) => Number(/\d+/.exec(name)?.[0]) > 1_000),
    true,
  );
  expect(await nodes()).toBeLessThanOrEqual(mostNodes);

  await page.getByRole('button', { name: 'Grid', exact: true }).click();
  await files.grid.focus();
  await page.keyboard.press('End');
  await expectVisible(files.row(nameOf(count - 1)));
  expect(await nodes()).toBeLessThanOrEqual(mostNodes);
});
