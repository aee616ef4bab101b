import { expectPath, expectVisible } from './harness/expect-page.ts';
import { journeysOf } from './harness/journey.ts';

const journey = journeysOf({}, { installed: false });

journey(
  'a server without an administrator says how to install it, and opens once it is',
  async ({ page, server }) => {
    await page.goto('/platform/files');
    await expectVisible(page.getByRole('heading', { name: 'Not installed yet' }));
    await expectVisible(page.getByText('HOLDALL_ADMIN_EMAIL=').first());

    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Check again' }).click();
    await loaded;
    await expectVisible(page.getByRole('heading', { name: 'Not installed yet' }));

    // The page looks by itself, too.
    server.install();
    await expectPath(page, `/?redirect=${encodeURIComponent('/platform/files')}`);
    await expectVisible(page.getByRole('heading', { name: 'Welcome back' }));
  },
);
