/** The setup wizard, from an empty data directory. */
import { randomBytes } from 'node:crypto';
import { describe, expect } from 'vitest';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { journeysOf } from './harness/journey.ts';
import { startLimitingProxy } from './harness/limiting-proxy.ts';
import { png } from './harness/preview-files.ts';
import { admin } from './harness/server.ts';
import { focused, setupPage, useInstallation, type Step } from './harness/setup-page.ts';

const clipboard = ['clipboard-read', 'clipboard-write'];

describe('with all defaults', () => {
  const journey = journeysOf({}, { installed: false });

  journey(
    'the wizard is done by the keyboard alone, and the installation works',
    async ({ page, server, context }) => {
      const setup = setupPage(page);
      await context.grantPermissions(clipboard);
      await page.goto(`/install#code=${server.setupCode()}`);
      await setup.expectStep('status-check');
      // The focus is where Enter goes on: pressed again and again it leads to what nobody else can know.
      const steps: readonly (readonly [Step, string])[] = [
        ['status-check', 'Continue'],
        ['purchase-code', 'Purchase code'],
        ['database', 'SQLite'],
        ['environment', 'Public address'],
        ['app-setup', 'Title'],
      ];
      for (const [step, first] of steps) {
        await setup.expectStep(step);
        await expectEventually(() => focused(page), first);
        await page.keyboard.press('Enter');
      }
      await setup.expectStep('admin-setup');
      await expectEventually(() => focused(page), 'First name');
      await page.keyboard.type('Ada');
      for (const text of ['', admin.email, admin.password]) {
        await page.keyboard.press('Tab');
        await page.keyboard.type(text);
      }
      await page.keyboard.press('Enter');
      await setup.enter();

      const bytes = randomBytes(4_000);
      const address = await useInstallation(page, bytes);
      await page.goto(address);
      await expectVisible(page.getByText('first.bin').first());

      // The wizard is over.
      for (const path of ['/install', '/setup-wizard/database']) {
        await page.goto(path);
        await expectPath(page, '/platform/files');
      }
    },
  );
});

describe('one step after the other', () => {
  const journey = journeysOf({}, { installed: false });

  journey(
    'reload, Back and a second tab come back to where one was',
    async ({ page, server, context, guard }) => {
      const setup = setupPage(page);
      await page.goto(`/install#code=${server.setupCode()}`);
      await setup.passChecks();
      await setup.expectStep('purchase-code');
      await page.reload();
      await setup.expectStep('purchase-code');
      await setup.button('Skip').click();
      await setup.expectStep('database');
      expect(await setup.states()).toEqual(['done', 'done', 'now', 'coming', 'coming', 'coming']);
      const kinds = page.getByRole('radio');
      expect([await kinds.count(), await kinds.first().isChecked()]).toEqual([2, true]);

      guard.allow(/status of 422/);
      await page.getByText('PostgreSQL', { exact: true }).click();
      await page.getByLabel('Host').fill('127.0.0.1');
      await page.getByLabel('Port').fill('1');
      await setup.button('Test connection').click();
      await expectVisible(page.getByText('Nothing is listening on port 1').first());
      await setup.save.click();
      await expectVisible(page.getByText('Nothing is listening on port 1').first());
      await setup.expectStep('database');
      // The input waits for the return.
      await page.getByRole('link', { name: 'Back' }).click();
      await setup.expectStep('purchase-code');
      await page.goBack();
      await setup.expectStep('database');
      expect(await page.getByLabel('Port').inputValue()).toBe('1');
      await page.getByText('SQLite', { exact: true }).click();
      await setup.save.click();
      await setup.expectStep('environment');
      await page.getByRole('link', { name: /^Database/ }).click();
      await setup.expectStep('database');
      await setup.save.click();
      await setup.expectStep('environment');
      await setup.save.click();
      await setup.expectStep('app-setup');
      await page.getByLabel('Title').fill('Northlight');
      await page.getByText('Plum', { exact: true }).click();
      await setup.save.click();
      await setup.expectStep('admin-setup');

      const other = await context.newPage();
      const there = setupPage(other);
      await other.goto(`/admin/users#code=${server.setupCode()}`);
      await there.passChecks();
      await there.expectStep('admin-setup');
      await other.goto('/setup-wizard/app-setup');
      expect(await other.getByLabel('Title').inputValue()).toBe('Northlight');
      expect(await other.getByRole('radio', { name: 'Plum' }).isChecked()).toBe(true);

      // One of the two tabs ends it; the other says so by itself.
      await setup.writeAdministrator();
      guard.allow(/status of 410/);
      await setup.button('Finish setup').click();
      await expectVisible(there.heading('This server is already set up'));
      // Both pages bear the title and the accent that were chosen.
      for (const last of [page, other]) {
        await expectVisible(last.getByText('Northlight', { exact: true }));
        await expectEventually(() => last.evaluate(() => document.documentElement.dataset['accent']), 'plum');
      }
      await setup.enter();
      expect(await page.title()).toContain('Northlight');
      await there.button('Go to sign-in').click();
      await expectPath(other, '/platform/files');
    },
  );
});

for (const width of [1280, 360])
  describe(`at ${width}`, () => {
    const journey = journeysOf({}, { installed: false });

    journey(
      'axe finds nothing, and nothing is wider than the window',
      async ({ page, server, guard }) => {
        guard.allow(/status of (410|422)/);
        const setup = setupPage(page);
        const expectFine = async (what: string): Promise<void> => {
          await expectAccessible(page, what);
          const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
          expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
        };
        await page.goto(`/#code=${server.setupCode()}`);
        await setup.expectStep('status-check');
        await page
          .getByText(/ checks passed$/)
          .first()
          .click();
        await expectVisible(page.getByText('Partial downloads work'));
        await expectFine('status check');
        await setup.goOn.click();
        await setup.expectStep('purchase-code');
        await expectFine('purchase code');
        await setup.goOn.click();
        await setup.expectStep('database');
        await page.getByText('PostgreSQL', { exact: true }).click();
        await page.getByLabel('Encryption (TLS)').selectOption('verify-full');
        await setup.save.click();
        await expectVisible(page.getByText('Enter the server name.'));
        await expectFine('database');
        await page.getByText('SQLite', { exact: true }).click();
        await setup.save.click();
        await setup.expectStep('environment');
        await page.getByText('In object storage').click();
        await page.getByText('Sent by SMTP').click();
        await setup.save.click();
        await expectVisible(page.getByText('Enter the bucket name.'));
        await expectFine('environment');
        await page.getByText('On this server’s disk').click();
        await page.getByText('Kept on the server').click();
        await setup.save.click();
        await setup.expectStep('app-setup');
        await page.getByText('More branding').click();
        await page.getByText('Storage and uploads').click();
        await expectFine('application');
        await setup.save.click();
        await setup.expectStep('admin-setup');
        await setup.button('Finish setup').click();
        await expectVisible(page.getByText('Enter your name.'));
        await expectFine('administrator');
        // On the command line somebody is faster: the page looks by itself.
        server.install();
        await expectVisible(setup.heading('This server is already set up'));
        await expectFine('installed by somebody else');
        await setup.button('Go to sign-in').click();
        await expectVisible(page.getByRole('heading', { name: 'Welcome back' }));
        for (const path of ['/install', '/setup-wizard/app-setup']) {
          await page.goto(path);
          await expectPath(page, '/');
          await expectVisible(page.getByRole('heading', { name: 'Welcome back' }));
        }
      },
      { viewport: { width, height: 800 } },
    );
  });

describe('without the printed link', () => {
  const journey = journeysOf({ HOLDALL_TRUSTED_PROXIES: '127.0.0.1' }, { installed: false });

  journey(
    'the code is asked for; a proxy that is in the way is told of',
    async ({ page, server, guard, context }) => {
      guard.allow(/status of (401|413)|WebSocket connection/);
      const proxy = await startLimitingProxy(server.url, 2_000_000);
      const setup = setupPage(page);
      await page.goto(`${proxy.url}/platform/files`);
      await expectVisible(setup.heading('Enter the setup code'));
      await expectAccessible(page, 'code');
      await expectEventually(() => focused(page), 'One-time code');
      await page.keyboard.type('not the code');
      await page.keyboard.press('Enter');
      await expectVisible(page.getByText('This isn’t the code the server printed.'));
      await page.getByLabel('One-time code').fill(server.setupCode().toLowerCase());
      await page.keyboard.press('Enter');
      await setup.expectStep('status-check');
      await expectVisible(page.getByText('Large uploads are blocked'));
      await expectVisible(page.getByText('client_max_body_size 0;'));
      await expectVisible(page.getByText('Live updates don’t get through'));
      await page
        .getByText(/ checks passed$/)
        .first()
        .click();
      await expectVisible(page.getByText('Partial downloads work'));
      await expectAccessible(page, 'status check with faults');
      await page.reload();
      await setup.expectStep('status-check');
      await setup.passChecks();
      await setup.button('Skip').click();
      await setup.save.click();
      await setup.expectStep('environment');
      expect(await page.getByLabel('Public address').inputValue()).toBe(proxy.url);

      // A link has the code in it, and in the address no longer.
      const other = await context.newPage();
      await other.goto(`${proxy.url}/install#code=${server.setupCode()}`);
      await setupPage(other).expectStep('status-check');
      await expectGone(other.getByLabel('One-time code'));
      expect(other.url()).not.toContain(server.setupCode());
      await setup.save.click();
      await setup.expectStep('app-setup');
      // Chunks are as small as what comes through.
      await page.getByText('Storage and uploads').click();
      expect(await page.getByLabel('Chunk size').inputValue()).toBe('1');
      await page.getByLabel('Logo', { exact: true }).setInputFiles({
        name: 'logo.png',
        mimeType: 'image/png',
        buffer: Buffer.from(png(600, 400)),
      });
      await expectVisible(page.getByRole('img', { name: 'Logo' }));
      await page.reload();
      await expectVisible(page.getByRole('img', { name: 'Logo' }));
      await proxy.close();
    },
  );
});
