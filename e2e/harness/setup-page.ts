/** The setup wizard as the person who installs sees it. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectEventually, expectGone, expectPath, expectVisible } from './expect-page.ts';
import { filesPage } from './files-page.ts';
import { listening } from './listening.ts';
import { writeFolder } from './real-files.ts';
import { admin } from './server.ts';

const setupTitles = {
  'status-check': 'Status check',
  'purchase-code': 'Purchase code',
  database: 'Connect the database',
  environment: 'Environment',
  'app-setup': 'Application',
  'admin-setup': 'Create your administrator account',
} as const;
export type Step = keyof typeof setupTitles;

/** Returns the name of the focused element. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    const [label] = element instanceof HTMLInputElement ? (element.labels ?? []) : [];
    return (label ?? element)?.textContent ?? '';
  });

export const setupPage = (page: Page) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = (title: string) => page.getByRole('heading', { level: 1, name: title, exact: true });
  /** Waits for a step. */
  const expectStep = async (step: Step): Promise<void> => {
    await expectPath(page, `/setup-wizard/${step}`);
    await expectVisible(heading(setupTitles[step]));
  };
  return {
    heading,
    button,
    expectStep,
    goOn: button('Continue'),
    save: button('Save and continue'),
    /** Waits until everything was looked at, and goes on. */
    passChecks: async (): Promise<void> => {
      await expectStep('status-check');
      await expectVisible(page.getByText(/ checks passed$/).first());
      await expectGone(page.getByText('Uploads, live updates and partial downloads'));
      await button('Continue').click();
    },
    writeAdministrator: async (): Promise<void> => {
      await page.getByLabel('First name').fill('Ada');
      await page.getByLabel('Email').fill(admin.email);
      await page.getByLabel('Password', { exact: true }).fill(admin.password);
    },
    /** Goes from the end of the wizard to the files of the administrator. */
    enter: async (): Promise<void> => {
      // Everything is tried once more, and all tables are made.
      await heading('You’re all set').waitFor({ timeout: 60_000 });
      await expectEventually(() => focused(page), 'Go to your files');
      const connected = listening(page, 'private-user');
      await page.keyboard.press('Enter');
      await expectPath(page, '/platform/files');
      await expectVisible(page.getByRole('heading', { level: 1, name: 'Home' }));
      await connected;
    },
  };
};

/** Signs out and in again, uploads a file and shares it. @returns the link's address */
export const useInstallation = async (page: Page, bytes: Buffer): Promise<string> => {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expectVisible(page.getByRole('heading', { name: 'Welcome back' }));
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectPath(page, '/platform/files');
  const files = filesPage(page);
  const real = writeFolder('first', new Map([['first.bin', bytes]]));
  await files.choose(join(real.path, 'first.bin'));
  await expectVisible(files.row('first.bin'));
  await files.row('first.bin').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  const popup = page.getByRole('dialog', { name: 'Share first.bin' });
  await popup.getByRole('button', { name: 'Create link' }).click();
  const address = await popup.getByLabel('Link', { exact: true }).inputValue();
  expect(address).toContain('/share/');
  return address;
};
