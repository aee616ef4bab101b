import { signInToApi } from './harness/api.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { folderWith, previewPage } from './harness/preview-page.ts';
import { openLinks } from './harness/sharing.ts';

const journey = journeysOf();
const bytes = new TextEncoder().encode('text');

journey('the open details leave the actions of a selection in reach', async ({ page, signIn, server }) => {
  const api = await signInToApi(server.url);
  for (const name of ['a', 'b']) await api.uploadFile(`${name}.txt`, bytes);
  await page.setViewportSize({ width: 1279, height: 800 });
  await signIn();
  const files = filesPage(page);
  await files.row('a.txt').click();
  await page.keyboard.press('Alt+Enter');
  await expectVisible(page.getByRole('complementary', { name: 'Details' }));
  await files.row('b.txt').click({ modifiers: ['Control'], position: { x: 60, y: 20 } });
  const bar = page.getByRole('region', { name: 'Selection' });
  for (const width of [1279, 1100, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    for (const action of ['Share', 'Download', 'Move', 'Delete', 'More'])
      await bar.getByRole('button', { name: action, exact: true }).click({ trial: true });
  }
  await page.getByRole('complementary', { name: 'Details' }).getByRole('button', { name: 'Close' }).click();
});

for (const width of [1440, 768])
  journey(
    `at Home the details tell of the whole where nothing is selected, at ${width}`,
    async ({ page, signIn, server }) => {
      const api = await signInToApi(server.url);
      const links = await openLinks(server.url);
      const folder = await api.createFolder(`Folder ${width}`);
      const id = await api.uploadFile(`came last ${width}.txt`, bytes, folder);
      await links.share({ id, type: 'file' });
      await signIn();
      const files = filesPage(page);
      await expectVisible(files.row(`Folder ${width}`));
      const isSheet = width < 1024;
      if (isSheet) await page.getByRole('button', { name: 'Details' }).click();
      const details = page.getByRole(isSheet ? 'dialog' : 'complementary', { name: 'Details' });
      await expectVisible(details.getByRole('heading', { name: 'Home' }));
      await expectVisible(details.getByText(/active link/));
      await expectVisible(details.getByRole('heading', { name: 'Storage' }));
      await expectAccessible(page, `details at Home at ${width}`);
      const latest = details.getByRole('list', { name: 'Latest' });
      await latest.getByRole('button', { name: `Show came last ${width}.txt in its folder` }).click();
      await expectVisible(files.heading.getByText(`Folder ${width}`));
      await expectEventually(() => files.row(`came last ${width}.txt`).getAttribute('aria-selected'), 'true');
      if (isSheet) await expectGone(details);
      await page.goBack();
      await expectVisible(files.row(`Folder ${width}`));
      if (isSheet) await page.getByRole('button', { name: 'Details' }).click();
      await latest.getByRole('button', { name: new RegExp(`^came last ${width}`) }).click();
      await expectVisible(page.getByRole('dialog', { name: `Preview: came last ${width}.txt` }));
    },
    { viewport: { width, height: 800 } },
  );

for (const width of [1440, 360])
  journey(
    `in the preview the details stand beside the file and follow the arrows, at ${width}`,
    async ({ page, signIn, server }) => {
      const api = await signInToApi(server.url);
      const ids = await folderWith(api, `Beside ${width}`, { 'one.txt': bytes, 'two.txt': bytes });
      await signIn({ at: `/platform/files/${ids['folder'] ?? ''}?preview=${ids['one.txt'] ?? ''}` });
      const { dialog, named, next } = previewPage(page);
      await expectVisible(named('one.txt'));
      await dialog.getByRole('button', { name: 'Details' }).first().click();
      const details = dialog.getByRole('complementary', { name: 'Details' });
      await expectVisible(details.getByRole('heading', { name: 'one.txt' }));
      await expectVisible(details.getByText('Checksum').or(details.getByText('SHA-256')));
      await expectAccessible(page, `the preview with details at ${width}`);
      await next.click();
      await expectVisible(details.getByRole('heading', { name: 'two.txt' }));
      await page.keyboard.press('ArrowLeft');
      await expectVisible(details.getByRole('heading', { name: 'one.txt' }));
      await page.keyboard.press('Alt+Enter');
      await expectGone(details);
      await page.keyboard.press('Escape');
      await expectGone(dialog);
    },
    { viewport: { width, height: 800 } },
  );
