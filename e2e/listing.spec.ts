/** Listings: rows and their names, the details beside them, very many of them, and the results of a search. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { fillFolder, nameOf } from './harness/large-folder.ts';
import { caughtUp } from './harness/listening.ts';
import { png } from './harness/preview-files.ts';
import { openLinks } from './harness/sharing.ts';

const journey = journeysOf();
const bytes = new TextEncoder().encode('text');
const bytesOf = (length: number) => new Uint8Array(length).fill(120);
const long = 'Fjord elevation at dawn, seen from the harbour wall in the first snow of the year (final).jpg';
/** A point of the name of a row. */
const onName = { position: { x: 120, y: 20 } };
const short = 'garden map.pdf';

journey(
  'a name is cut in its middle where it does not fit, and the open details leave the actions of a selection in reach',
  async (world) => {
    const { page, signIn, server } = world;
    const api = await signInToApi(server.url);
    const folder = await api.createFolder('Names');
    for (const name of [long, short]) await api.uploadFile(name, bytes, folder);
    await signIn({ at: `/platform/files/${folder}` });
    const { row } = filesPage(page);
    /** The visible form of a name: whole, or in two pieces. */
    const seen = (name: string) =>
      row(name)
        .locator('.file-name')
        .evaluate((box) => {
          const line = box.getBoundingClientRect();
          const isIn = (element: Element): boolean => {
            const { top, bottom, left } = element.getBoundingClientRect();
            return Math.abs(top - line.top) < 1 && Math.abs(bottom - line.bottom) < 1 && left < line.right;
          };
          return Array.from(box.querySelectorAll('bdi, .file-name-cut > span'), (piece) => isIn(piece));
        });
    for (const width of [1440, 1024, 768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expectVisible(row(short));
      expect([width, await seen(short), await seen(long)]).toEqual([width, [true, false], [false, true]]);
    }
    await page.setViewportSize({ width: 2560, height: 800 });
    expect(await seen(long)).toEqual([true, false]);
    await page.setViewportSize({ width: 768, height: 800 });
    // The browser's search in the page also looks where nothing can be selected; `window.find` does not.
    const find = (words: string) =>
      row(long).evaluate((found, text) => {
        found.closest<HTMLElement>('[role=grid]')?.style.setProperty('user-select', 'text');
        getSelection()?.removeAllRanges();
        // The browsers' own, which the standard does not know.
        const { find } = window as unknown as { readonly find: (this: void, words: string) => boolean };
        return find(text);
      }, words);
    for (const words of ['dawn, seen from the harbour', 'the year (final).jpg'])
      expect(await find(words)).toBe(true);

    const details = page.getByRole('complementary', { name: 'Details' });
    await page.setViewportSize({ width: 1279, height: 800 });
    await row(short).click();
    await page.keyboard.press('Alt+Enter');
    await expectVisible(details);
    await row(long).click({ modifiers: ['Control'], position: { x: 60, y: 20 } });
    const bar = page.getByRole('region', { name: 'Selection' });
    for (const width of [1279, 1100, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      for (const action of ['Share', 'Download', 'Move', 'Delete', 'More'])
        await bar.getByRole('button', { name: action, exact: true }).click({ trial: true });
    }
  },
);

journey(
  'at Home the details tell of the whole where nothing is selected, and lead to the latest',
  async (world) => {
    const { page, signIn, server } = world;
    const api = await signInToApi(server.url);
    const links = await openLinks(server.url);
    const folder = await api.createFolder('Folder');
    const id = await api.uploadFile('came last.txt', bytes, folder);
    await links.share({ id, type: 'file' });
    await signIn();
    const files = filesPage(page);
    const showsOverview = async (details: Locator) => {
      await expectVisible(details.getByRole('heading', { name: 'Home' }));
      await expectVisible(details.getByText(/active link/));
      await expectVisible(details.getByRole('heading', { name: 'Storage' }));
    };
    const latestOf = (details: Locator) => details.getByRole('list', { name: 'Latest' });
    const panel = page.getByRole('complementary', { name: 'Details' });
    await showsOverview(panel);
    await expectAccessible(page, 'details at Home');
    await latestOf(panel)
      .getByRole('button', { name: /^came last/ })
      .click();
    await expectVisible(page.getByRole('dialog', { name: 'Preview: came last.txt' }));
    await page.goBack();

    await page.setViewportSize({ width: 768, height: 800 });
    await page.getByRole('button', { name: 'Details' }).click();
    const sheet = page.getByRole('dialog', { name: 'Details' });
    await showsOverview(sheet);
    await expectAccessible(page, 'details at Home in a sheet');
    await latestOf(sheet).getByRole('button', { name: 'Show came last.txt in its folder' }).click();
    await expectVisible(files.heading.getByText('Folder'));
    await expectEventually(() => files.row('came last.txt').getAttribute('aria-selected'), 'true');
    await expectGone(sheet);
  },
);

journey(
  'emoji are found by whole words first, are moved through by keys, and come in a file for each group',
  async ({ page, signIn }) => {
    await signIn();
    const files = filesPage(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/emoji/')) asked.push(pathname);
    });
    await files.newFolderButton.click();
    await expectVisible(files.dialog.getByRole('button', { name: '🚀' }));
    expect(asked.length).toBeLessThanOrEqual(1);

    await files.dialog.getByRole('button', { name: 'More emoji' }).click();
    const search = files.dialog.getByLabel('Search emoji');
    await expectVisible(search);
    const offered = files.dialog.locator('.emoji-search-emoji');
    await expectEventually(async () => (await offered.count()) > 100, true);
    // Names, and the pictures of the groups that are in sight: thousands of pictures are not asked for one by one.
    expect(asked.length).toBeLessThanOrEqual(5);

    await search.fill('cat');
    await expectEventually(() => offered.first().getAttribute('aria-label'), 'Cat');
    await search.fill('black cat');
    await expectEventually(() => offered.count(), 1);
    await search.fill('qqqq');
    await expectVisible(files.dialog.getByText('No emoji found'));

    await search.fill('key');
    await expectEventually(() => offered.first().getAttribute('aria-label'), 'Key');
    await page.keyboard.press('ArrowDown');
    await expectEventually(() => offered.first().evaluate((first) => first === document.activeElement), true);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expectGone(search);
    await files.dialog.getByLabel('Name').fill('Keys');
    await files.dialog.getByRole('button', { name: 'Create folder' }).click();
    await expectGone(files.dialog);
    await expectVisible(files.row('Keys').locator('img.emoji'));
    expect(
      asked.filter((path) => /\/[\da-f-]+\.svg$/.test(path)).every((path) => path.endsWith('/1f511.svg')),
    ).toBe(true);
    expect(asked.length).toBeLessThan(16);
  },
);

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
  for (let turn = 0; turn < 20; turn++) {
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

journey('results say where they are, lead there, and can be filtered', async ({ page, signIn, server }) => {
  const api = await signInToApi(server.url);
  const house = await api.createFolder('Harbour House');
  await api.createFolder('Floor plans', house);
  await api.uploadFile('plan.txt', bytesOf(10), house);
  await api.uploadFile('plan of the roof.png', png(4, 4));
  await api.uploadFile('large plan.bin', bytesOf(1_200_000));
  const old = await api.uploadFile('old plan.txt', bytesOf(10), house);
  await api.remove([{ id: old, type: 'file' }]);
  await signIn();
  const files = filesPage(page);
  await expectVisible(files.row('Harbour House'));

  await page.keyboard.press('Control+k');
  const spotlight = page.getByRole('dialog', { name: 'Search' });
  await spotlight.getByRole('combobox').fill('plan');
  await expectVisible(spotlight.getByRole('option', { name: /^All results for “plan”/ }));
  await page.keyboard.press('Shift+Enter');
  await expectGone(spotlight);
  await expectPath(page, '/platform/search?q=plan');
  await expectEventually(() => files.heading.textContent(), 'Results for “plan”');
  await expectEventually(
    () => files.names(),
    ['Floor plans', 'plan.txt', 'plan of the roof.png', 'large plan.bin'],
  );
  await expectVisible(page.getByRole('status').getByText('4 results'));
  await expectVisible(files.row('plan.txt').getByRole('gridcell', { name: 'Harbour House' }));
  await expectVisible(files.row('large plan.bin').getByRole('gridcell', { name: 'Home' }));
  await expectAccessible(page, 'the page of results');

  await page.getByLabel('Type').selectOption('Images');
  await expectPath(page, '/platform/search?q=plan&type=images');
  await expectEventually(() => files.names(), ['plan of the roof.png']);
  await page.goBack();
  await expectEventually(() => page.getByLabel('Type').inputValue(), '');
  await page.getByLabel('Size').selectOption('1–100 MB');
  await expectEventually(() => files.names(), ['large plan.bin']);
  await page.getByLabel('Modified').selectOption('Today');
  await page.reload();
  await expectPath(page, '/platform/search?q=plan&modified=today&size=medium');
  await expectEventually(() => files.names(), ['large plan.bin']);
  await page.getByLabel('Type').selectOption('Folders');
  await expectVisible(page.getByRole('heading', { name: 'No results for “plan”' }));
  await expectVisible(page.getByText('Try fewer filters'));
  await page.getByRole('search').getByRole('button', { name: 'Clear filters' }).click();
  await expectEventually(async () => (await files.names()).length, 4);

  // Items in the trash are a list of their own, with the actions of the trash.
  await expectVisible(page.getByText('1 more result is in Trash'));
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expectPath(page, '/platform/search?q=plan&in=trash');
  await expectEventually(() => files.names(), ['old plan.txt']);
  await files.row('old plan.txt').getByRole('button', { name: 'Restore' }).click();
  await expectVisible(page.getByRole('heading', { name: 'No results for “plan”' }));
  await page.getByRole('button', { name: 'Leave Trash' }).click();
  await expectEventually(async () => (await files.names()).length, 5);

  const field = page.getByRole('searchbox', { name: 'Search files and folders' });
  await field.fill('plan.txt');
  await field.press('Enter');
  await expectPath(page, '/platform/search?q=plan.txt');
  await expectEventually(() => files.names(), ['plan.txt', 'old plan.txt']);
  expect(await field.evaluate((focused) => focused === document.activeElement)).toBe(true);
  await files.row('old plan.txt').getByRole('link', { name: 'Harbour House' }).click();
  await expectEventually(() => files.heading.textContent(), 'Harbour House');
  await expectEventually(() => files.row('old plan.txt').getAttribute('aria-selected'), 'true');
  await page.goBack();
  await expectEventually(() => files.names(), ['plan.txt', 'old plan.txt']);
});

journey(
  'results are selected, renamed and deleted as in any listing; those that may not be all say so',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    const house = await api.createFolder('Boat house');
    for (const name of ['sail a.txt', 'sail b.txt', 'sail c.txt']) await api.uploadFile(name, bytes, house);
    await signIn({ at: '/platform/search?q=sail' });
    const files = filesPage(page);
    await expectEventually(async () => (await files.names()).length, 3);
    await files.row('sail a.txt').click(onName);
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Name' }).fill('sail z.txt');
    await page.keyboard.press('Enter');
    await expectVisible(files.row('sail z.txt').getByRole('gridcell', { name: 'Boat house' }));
    await files.row('sail b.txt').click(onName);
    await page.keyboard.press('Control+a');
    await expectVisible(page.getByText('3 selected').first());
    await page.keyboard.press('Delete');
    await expectVisible(page.getByRole('heading', { name: 'No results for “sail”' }));
    await expectVisible(page.getByText('3 more results are in Trash'));
    expect(await api.list(house)).toEqual([]);

    for (const name of ['lantern 2.txt', 'lantern 10 at night.txt']) await api.uploadFile(name, bytes);
    // A search leaves names out where there are tens of thousands.
    await page.route('**/api/search?*', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { readonly files: object };
      await route.fulfill({ response, json: { ...answer, files: { ...answer.files, complete: false } } });
    });
    const field = page.getByRole('searchbox', { name: 'Search files and folders' });
    await field.fill('lantern');
    await field.press('Enter');
    await expectEventually(files.names, ['lantern 2.txt', 'lantern 10 at night.txt']);
    await expectVisible(page.getByText('There may be more results. Narrow the search to find them.'));
    await expectVisible(page.getByRole('status').getByText('2+ results'));
    await expectAccessible(page, 'results that may not be all');
    await page.getByLabel('Size').selectOption('1–100 MB');
    await expectVisible(page.getByRole('heading', { name: 'No results for “lantern”' }));
    await expectVisible(page.getByRole('paragraph').getByText(/this search didn’t reach/));
  },
);
