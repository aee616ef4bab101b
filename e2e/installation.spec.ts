import type { Config } from '@holdall/contract/settings';
import { expectEventually, expectPath, expectVisible } from './harness/expect-page.ts';
import { journeysOf } from './harness/journey.ts';

const journey = journeysOf({}, { installed: false });

journey(
  'a server without an administrator says how to install it, and opens once it is',
  async ({ page, server }) => {
    await page.goto('/platform/files');
    await expectVisible(page.getByRole('heading', { name: 'Not installed yet' }));
    await expectVisible(page.getByText('HOLDALL_ADMIN_EMAIL=').first());

    server.install();
    const waits = async () =>
      ((await (await fetch(`${server.url}/api/config`)).json()) as Config).installation;
    await expectEventually(waits, false);
    await page.getByRole('button', { name: 'Check again' }).click();
    await expectPath(page, `/?redirect=${encodeURIComponent('/platform/files')}`);
    await expectVisible(page.getByRole('heading', { name: 'Welcome back' }));
  },
);
