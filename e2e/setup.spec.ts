/** The setup wizard, from an empty data directory. */
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectFieldsBounded } from './harness/forced-colours.ts';
import { expectEventually, expectPath, expectVisible } from './harness/expect-page.ts';
import { journeysOf } from './harness/journey.ts';
import { startLimitingProxy } from './harness/limiting-proxy.ts';
import { png } from './harness/preview-files.ts';
import { admin } from './harness/server.ts';
import { focused, setupPage, useInstallation, type Step } from './harness/setup-page.ts';

const clipboard = ['clipboard-read', 'clipboard-write'];

describe('with all defaults', () => {
  const journey = journeysOf({}, { installed: false });

  journey(
    'an administrator installs by the keyboard alone, and the installation works',
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

/** Opens the line of the checks that passed. */
const showPassedChecks = async (page: Page): Promise<void> => {
  await page
    .getByText(/ checks passed$/)
    .first()
    .click();
  await expectVisible(page.getByText('Partial downloads work'));
};

describe('without the printed link, behind a proxy', () => {
  const journey = journeysOf({ HOLDALL_TRUSTED_PROXIES: '127.0.0.1' }, { installed: false });

  journey(
    'an administrator is told of the proxy, and comes back to where they were by reload, Back and a second tab',
    async ({ page, server, context, guard }) => {
      guard.allow(/status of (401|410|413)|WebSocket connection/);
      const proxy = await startLimitingProxy(server.url, 2_000_000);
      const setup = setupPage(page);
      await page.goto(`${proxy.url}/platform/files`);
      await expectVisible(setup.heading('Enter the setup code'));
      await expectAccessible(page, 'code');
      await expectEventually(() => focused(page), 'One-time code');
      await page.keyboard.type(server.setupCode().toLowerCase());
      await page.keyboard.press('Enter');
      await setup.expectStep('status-check');
      await expectVisible(page.getByText('Large uploads are blocked'));
      await expectVisible(page.getByText('Live updates don’t get through'));
      await showPassedChecks(page);
      await expectAccessible(page, 'status check with faults');
      await setup.passChecks();
      await setup.expectStep('purchase-code');
      await page.reload();
      await setup.expectStep('purchase-code');
      await setup.button('Skip').click();

      await setup.expectStep('database');
      await page.getByText('PostgreSQL', { exact: true }).click();
      await page.getByLabel('Port').fill('1');
      // The input waits for the return.
      await page.getByRole('link', { name: 'Back' }).click();
      await setup.expectStep('purchase-code');
      await page.goBack();
      await setup.expectStep('database');
      expect(await page.getByLabel('Port').inputValue()).toBe('1');
      await page.getByText('SQLite', { exact: true }).click();
      await setup.save.click();
      await setup.expectStep('environment');
      expect(await page.getByLabel('Public address').inputValue()).toBe(proxy.url);
      await setup.save.click();

      await setup.expectStep('app-setup');
      // Chunks are as small as what comes through.
      await page.getByText('Storage and uploads').click();
      expect(await page.getByLabel('Chunk size').inputValue()).toBe('1');
      const logo = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(png(600, 400)) };
      await page.getByLabel('Logo', { exact: true }).setInputFiles(logo);
      await expectVisible(page.getByRole('img', { name: 'Logo' }));
      await page.reload();
      await expectVisible(page.getByRole('img', { name: 'Logo' }));
      await page.getByLabel('Title').fill('Northlight');
      await page.getByText('Plum', { exact: true }).click();
      await setup.save.click();
      await setup.expectStep('admin-setup');
      const other = await context.newPage();
      const there = setupPage(other);
      await other.goto(`${proxy.url}/setup-wizard/app-setup`);
      await there.expectStep('app-setup');
      expect(await other.getByLabel('Title').inputValue()).toBe('Northlight');
      expect(await other.getByRole('radio', { name: 'Plum' }).isChecked()).toBe(true);

      // One of the two tabs ends it; the other says so by itself.
      await setup.writeAdministrator();
      await setup.button('Finish setup').click();
      await expectVisible(setup.heading('You’re all set'));
      await expectVisible(there.heading('This server is already set up'));
      // Both pages bear the title and the accent that were chosen.
      for (const last of [page, other]) {
        await expectVisible(last.getByText('Northlight', { exact: true }));
        await expectEventually(() => last.evaluate(() => document.documentElement.dataset['accent']), 'plum');
      }
      await there.button('Go to sign-in').click();
      await expectPath(other, '/platform/files');
      await proxy.close();
    },
  );
});

describe('in windows and colours of all kinds', () => {
  const journey = journeysOf({}, { installed: false });

  journey(
    'an administrator can read and use each step, until somebody else is faster',
    async ({ page, server, guard }) => {
      guard.allow(/status of (410|422)/);
      const setup = setupPage(page);
      const expectFine = async (what: string, { onPhone = false } = {}): Promise<void> => {
        await expectAccessible(page, what);
        await expectFieldsBounded(page, what);
        await page.setViewportSize({ width: 360, height: 800 });
        if (onPhone) await expectAccessible(page, `${what} on a phone`);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
        await page.setViewportSize({ width: 1280, height: 800 });
      };
      await page.goto(`/#code=${server.setupCode()}`);
      await setup.expectStep('status-check');
      await showPassedChecks(page);
      await expectFine('status check', { onPhone: true });
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
      await expectFine('environment', { onPhone: true });
      await page.getByText('On this server’s disk').click();
      await page.getByText('Kept on the server').click();
      await setup.save.click();
      await setup.expectStep('app-setup');
      await page.getByText('More branding').click();
      await page.getByText('Storage and uploads').click();
      await expectFine('application', { onPhone: true });
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
      await page.goto('/setup-wizard/app-setup');
      await expectPath(page, '/');
    },
    { viewport: { width: 1280, height: 800 } },
  );
});
