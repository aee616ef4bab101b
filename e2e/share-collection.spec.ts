import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { otherBrowser } from './harness/other-browser.ts';

const journey = journeysOf();
const bytes = new TextEncoder().encode('text');

journey('several items are shared as a collection, opened by a guest, changed and ended', async (world) => {
  const { page, context, signIn, server } = world;
  const api = await signInToApi(server.url);
  await api.createFolder('Beach');
  for (const name of ['notes.txt', 'plan.txt', 'diary.txt']) await api.uploadFile(name, bytes);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn();
  const files = filesPage(page);
  await files.row('Beach').click();
  for (const name of ['notes.txt', 'plan.txt']) await files.row(name).click({ modifiers: ['Control'] });
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Share' }).click();
  const create = page.getByRole('dialog', { name: 'Share 3 items' });
  await expectVisible(create.getByText('3 items · Only you have access'));
  const name = create.getByLabel('Name');
  expect(await name.inputValue()).toBe('Beach and 2 more');
  await expectEventually(() => name.evaluate((field) => field === document.activeElement), true);
  await name.fill('Holiday');
  await expectAccessible(page, 'a new collection');
  await create.getByRole('button', { name: 'Create link' }).click();
  const popup = page.getByRole('dialog', { name: 'Collection: Holiday' });
  await expectVisible(popup.getByRole('button', { name: 'Copied' }));
  const address = await popup.getByLabel('Link', { exact: true }).inputValue();
  await popup.getByRole('button', { name: 'Done' }).click();
  await expectGone(popup);

  const { page: shared, guard } = await otherBrowser(world);
  await shared.goto(address);
  await expectVisible(shared.getByRole('heading', { name: 'Holiday' }));
  for (const name of ['Beach', 'notes.txt', 'plan.txt'])
    await expectVisible(shared.getByRole('row', { name }));
  expect(await shared.getByRole('row', { name: 'diary.txt' }).count()).toBe(0);
  await shared.getByRole('row', { name: 'Beach' }).dblclick();
  await expectVisible(shared.getByRole('heading', { name: 'Beach' }));
  await shared.goBack();
  await expectVisible(shared.getByRole('row', { name: 'plan.txt' }));

  await page.goto(`${server.url}/platform/my-shared-items`);
  const section = page.getByRole('region', { name: 'Collections' });
  await expectVisible(section.getByText('Holiday'));
  await expectAccessible(page, 'collections');
  await section.getByRole('button', { name: /^Holiday/ }).click();
  await expectVisible(popup.getByText('3 items').last());
  await popup.getByRole('button', { name: 'Show' }).first().click();
  await popup.getByRole('button', { name: 'Remove plan.txt from the collection' }).click();
  await expectVisible(page.getByText('plan.txt removed from the collection'));
  await expectGone(shared.getByRole('row', { name: 'plan.txt' }));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectVisible(shared.getByRole('row', { name: 'plan.txt' }));
  await popup.getByRole('button', { name: 'Show plan.txt in its folder' }).click();
  await expectGone(popup);
  await expectEventually(
    () => page.getByRole('grid').getByRole('row', { name: 'plan.txt' }).getAttribute('aria-selected'),
    'true',
  );
  await page.goto(`${server.url}/platform/my-shared-items`);
  await section.getByRole('button', { name: /^Holiday/ }).click();
  // The guest's page asks for what is not there any more, and the owner's may, if it is told of changes at that moment.
  for (const { allow } of [guard, world.guard]) allow(/status of 404|WebSocket/);
  await popup.getByRole('button', { name: 'Stop sharing' }).click();
  const question = page.getByRole('alertdialog', { name: 'Stop sharing?' });
  await question.getByRole('button', { name: 'Stop sharing' }).click();
  await expectGone(section);
  await expectVisible(shared.getByText('This link no longer works.'));
});
