/** The newest files of the whole account, and the way to the folder of each. */
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';

const journey = journeysOf();
const bytes = new TextEncoder().encode('x');

journey('the latest say where they are, lead there, and go on', async ({ page, signIn, server }) => {
  const api = await signInToApi(server.url);
  const folder = await api.createFolder('Harbour House');
  const others = await api.createFolder('Others');
  for (let at = 1; at <= 101; at += 1) await api.uploadFile(`scan ${at}.txt`, bytes, others);
  const plan = await api.uploadFile('plan.txt', bytes, folder);
  await signIn({ at: '/platform/recent-uploads' });
  const files = filesPage(page);
  await expectVisible(files.row('plan.txt').getByRole('gridcell', { name: 'Harbour House' }));
  await expectVisible(page.getByText('Your latest 100 files'));
  await expectAccessible(page, 'the latest');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expectVisible(files.row('scan 1.txt'));
  await expectGone(page.getByText('Your latest 100 files'));
  await expectEventually(async () => (await files.names()).length, 102);

  await files.row('plan.txt').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show in folder' }).click();
  await expectVisible(files.heading.filter({ hasText: 'Harbour House' }));
  await expectEventually(() => files.row('plan.txt').getAttribute('aria-selected'), 'true');
  expect(new URL(page.url()).pathname).toBe(`/platform/files/${folder}`);
  await files.row('plan.txt').click({ button: 'right' });
  await expectVisible(page.getByRole('menuitem', { name: 'Rename' }));
  expect(await page.getByRole('menuitem', { name: 'Show in folder' }).count()).toBe(0);
  expect(plan).not.toBe('');
});
