import { signInToApi } from './harness/api.ts';
import { expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';

const journey = journeysOf();
const bytes = new TextEncoder().encode('text');

for (const width of [1024, 1100, 1279])
  journey(
    `the open details leave the actions of a selection in reach at ${width}`,
    async ({ page, signIn, server }) => {
      const api = await signInToApi(server.url);
      for (const name of ['a', 'b']) await api.uploadFile(`${name} ${width}.txt`, bytes);
      await signIn();
      const files = filesPage(page);
      await files.row(`a ${width}.txt`).click();
      await page.keyboard.press('Alt+Enter');
      await expectVisible(page.getByRole('complementary', { name: 'Details' }));
      await files.row(`b ${width}.txt`).click({ modifiers: ['Control'], position: { x: 60, y: 20 } });
      const bar = page.getByRole('region', { name: 'Selection' });
      for (const action of ['Share', 'Download', 'Move', 'Delete', 'More'])
        await bar.getByRole('button', { name: action, exact: true }).click({ trial: true, timeout: 5_000 });
      await page
        .getByRole('complementary', { name: 'Details' })
        .getByRole('button', { name: 'Close' })
        .click();
    },
    { viewport: { width, height: 800 } },
  );
