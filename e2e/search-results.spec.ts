/** The page of results: the results of a search, their locations, and the actions on them. */
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { png } from './harness/preview-files.ts';

const journey = journeysOf();
const bytes = (length: number) => new Uint8Array(length).fill(120);

journey('results say where they are, lead there, and can be filtered', async ({ page, signIn, server }) => {
  const api = await signInToApi(server.url);
  const house = await api.createFolder('Harbour House');
  await api.createFolder('Floor plans', house);
  const plan = await api.uploadFile('plan.txt', bytes(10), house);
  await api.uploadFile('plan of the roof.png', png(4, 4));
  await api.uploadFile('large plan.bin', bytes(1_200_000));
  const old = await api.uploadFile('old plan.txt', bytes(10), house);
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
  expect(plan).not.toBe('');
});

journey('results that may not be all of them say so', async ({ page, signIn, server }) => {
  const api = await signInToApi(server.url);
  await api.uploadFile('lantern 2.txt', bytes(3));
  await api.uploadFile('lantern 10 at night.txt', bytes(3));
  // A search leaves names out where there are tens of thousands.
  await page.route('**/api/search?*', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { readonly files: object };
    await route.fulfill({ response, json: { ...answer, files: { ...answer.files, complete: false } } });
  });
  await signIn({ at: '/platform/search?q=lantern' });
  const files = filesPage(page);
  await expectEventually(() => files.names(), ['lantern 2.txt', 'lantern 10 at night.txt']);
  await expectVisible(page.getByText('There may be more results. Narrow the search to find them.'));
  await expectVisible(page.getByRole('status').getByText('2+ results'));
  await expectAccessible(page, 'results that may not be all');
  await page.getByLabel('Size').selectOption('1–100 MB');
  await expectVisible(page.getByRole('heading', { name: 'No results for “lantern”' }));
  await expectVisible(page.getByRole('paragraph').getByText(/this search didn’t reach/));
});

journey('results are selected, renamed and deleted as in any listing', async ({ page, signIn, server }) => {
  const api = await signInToApi(server.url);
  const house = await api.createFolder('Boat house');
  for (const name of ['sail a.txt', 'sail b.txt', 'sail c.txt']) await api.uploadFile(name, bytes(3), house);
  await signIn({ at: '/platform/search?q=sail' });
  const files = filesPage(page);
  await expectEventually(async () => (await files.names()).length, 3);
  await files.row('sail a.txt').click();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Name' }).fill('sail z.txt');
  await page.keyboard.press('Enter');
  await expectVisible(files.row('sail z.txt').getByRole('gridcell', { name: 'Boat house' }));
  await files.row('sail b.txt').click();
  await page.keyboard.press('Control+a');
  await expectVisible(page.getByText('3 selected').first());
  await page.keyboard.press('Delete');
  await expectVisible(page.getByRole('heading', { name: 'No results for “sail”' }));
  await expectVisible(page.getByText('3 more results are in Trash'));
  expect(await api.list(house)).toEqual([]);
});
