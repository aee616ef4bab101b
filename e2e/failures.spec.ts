import type { Frame } from 'playwright-core';
import { expect } from 'vitest';
import { expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';

const journey = journeysOf();
const newFolderScript = '**/chunks/new-folder.popup-*';
const filesScript = '**/chunks/files.screen-*';

for (const [cause, reason, action] of [
  ['does not arrive', 'TypeError', 'Try again'],
  ['is gone from the server', 'missing', 'Reload'],
] as const)
  journey(
    `a screen whose script ${cause} names it, and “${action}” mends it`,
    async ({ page, signIn, guard }) => {
      guard.allow(
        /files\.screen-|Failed to fetch dynamically imported module|Loading chunk files failed|Failed to load resource/,
      );
      const files = filesPage(page);
      await signIn();
      await page.route(filesScript, (route) =>
        reason === 'missing'
          ? route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found.' })
          : route.abort(),
      );
      await page.goto('/platform/files');
      await expectVisible(page.getByText(`Loading chunk files failed (${reason})`));
      await page.unroute(filesScript);
      await page.getByRole('button', { name: action }).click();
      await expectVisible(files.newFolderButton);
    },
  );

journey(
  'a popup whose script does not arrive leaves the page as it is, and opens at the next try',
  async ({ page, signIn, guard }) => {
    guard.allow(
      /new-folder\.popup-|Failed to fetch dynamically imported module|Loading chunk new-folder failed/,
    );
    const files = filesPage(page);
    await page.route(newFolderScript, (route) => route.abort());
    await signIn();
    await files.newFolderButton.click();
    await expectVisible(page.getByText('Loading chunk new-folder failed (TypeError)'));
    await expectVisible(files.newFolderButton);
    await page.unroute(newFolderScript);
    await files.newFolderButton.click();
    await expectVisible(files.dialog.getByLabel('Name'));
  },
);

journey('messages that get no answer reload the page', async ({ page, signIn, guard }) => {
  guard.allow(/translations|Failed to load resource: net::ERR_/);
  await signIn();
  let refused = 0;
  await page.route('**/translations/**', async (route) => {
    refused += 1;
    if (refused === 1) await route.abort('connectionfailed');
    else await route.continue();
  });
  const loads: string[] = [];
  page.on('framenavigated', (frame: Frame) => loads.push(new URL(frame.url()).pathname));
  await page.goto('/platform/files');
  await expectVisible(filesPage(page).newFolderButton);
  expect(loads).toEqual(['/platform/files', '/platform/files']);
  expect(refused).toBe(2);
});

journey('messages that never get an answer end the reloading with a notice', async ({ page, guard }) => {
  guard.allow(/translations|Failed to load resource: net::ERR_/);
  await page.route('**/translations/**', (route) => route.abort('connectionfailed'));
  await page.goto('/');
  await page.getByRole('alert').getByText('The server cannot be reached').waitFor({ timeout: 30_000 });
  await page.unroute('**/translations/**');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expectVisible(page.getByRole('heading', { name: 'Welcome back' }));
  await expectGone(page.getByRole('alert'));
});
