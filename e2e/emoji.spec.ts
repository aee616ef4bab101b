import { expect } from 'vitest';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';

const journey = journeysOf();

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
