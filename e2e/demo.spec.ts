import { expectAccessible } from './harness/expect-accessible.ts';
import { expectPath, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';

const journey = journeysOf({ HOLDALL_DEMO: '1' });

journey('a curious visitor tries the application in an account of their own', async ({ page, guard }) => {
  guard.allow(/status of 403/);
  await page.goto('/');
  await page.getByRole('link', { name: 'Try the demo' }).click();
  await expectVisible(page.getByRole('heading', { name: 'Try the demo' }));
  await expectVisible(page.getByText('Changes are reset regularly.'));
  await expectAccessible(page, 'the demo');
  await page.getByRole('button', { name: 'Open demo' }).click();
  const files = filesPage(page);
  await expectPath(page, '/platform/files');
  await expectVisible(files.row('Welcome.md'));
  await files.openFolder('Pictures');
  await expectVisible(files.row('Sailing boat.jpg'));

  // The sign-in of the account stays as it is, and the page says why.
  await page.goto('/user/settings/password');
  await page.getByLabel('Current password', { exact: true }).fill('whatever it is');
  await page.getByLabel('New password', { exact: true }).fill('a much longer password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expectVisible(page.getByText('This can’t be changed in the demo', { exact: false }));
});
