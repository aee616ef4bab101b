/** Pages that load, and parts of them that do not. */
import { gzipSync } from 'node:zlib';
import { resolve } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { budget, firstLoad } from '../scripts/first-load/first-load.ts';
import { signInToApi } from './harness/api.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';

const journey = journeysOf();
const dist = resolve(import.meta.dirname, '../apps/web/dist');

journey(
  'a first visit to Files loads the scripts that the budget counts, and no others',
  async ({ signIn, server, context }) => {
    const api = await signInToApi(server.url);
    await api.createFolder('Something to show');
    await signIn();

    const visit = await context.newPage();
    const complaints: string[] = [];
    visit.on('console', (message) => complaints.push(message.text()));
    const scripts = new Map<string, Promise<Buffer>>();
    visit.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      const body = response.body();
      // A response on its way when the page is left has none; it is not counted.
      body.catch(() => undefined);
      scripts.set(new URL(response.url()).pathname.slice(1), body);
    });
    await visit.goto('/platform/files', { waitUntil: 'networkidle' });
    await expectVisible(filesPage(visit).row('Something to show'));
    await visit.waitForLoadState('networkidle');

    // Requests of the page at rest come after this mark.
    const first = await visit.evaluate(() => {
      const [preload] = performance.getEntriesByName('holdall:preload');
      return performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime < (preload?.startTime ?? Infinity))
        .map(({ name }) => new URL(name).pathname.slice(1));
    });
    const counted = firstLoad(dist).map(({ file }) => file);
    expect([...scripts.keys()].filter((file) => first.includes(file)).sort()).toEqual(counted.sort());
    const bodies = await Promise.all(
      [...scripts].filter(([file]) => counted.includes(file)).map(([, body]) => body),
    );
    const total = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
    expect(total).toBeLessThanOrEqual(budget);

    // The page's head asks once for the data of the first drawing, and not only when there is something to draw.
    const paints = () => visit.evaluate(() => performance.getEntriesByName('first-contentful-paint').length);
    const asked = async () => {
      // A busy browser may paint only after the network has come to rest.
      await expectEventually(paints, 1);
      return visit.evaluate(() => {
        const [paint] = performance.getEntriesByName('first-contentful-paint');
        const [preload] = performance.getEntriesByName('holdall:preload');
        return performance
          .getEntriesByType('resource')
          .filter(
            ({ name, startTime }) =>
              /\/(api\/user|api\/browse\/folders\/.*|translations\/.*)$/.test(name) &&
              startTime < (preload?.startTime ?? 0),
          )
          .map((entry) => ({
            call: new URL(entry.name).pathname.split('/', 3).join('/'),
            by: (entry as PerformanceResourceTiming).initiatorType,
            isBeforePaint: entry.startTime < (paint?.startTime ?? 0),
          }));
      });
    };
    const byHead = ['/translations/en', '/api/user', '/api/browse'].map((called) => ({
      call: called,
      by: 'link',
      isBeforePaint: true,
    }));
    expect(await asked()).toEqual(byHead);
    for (const address of ['/platform/files?sort=name', '/platform/files/?sort=size&dir=ASC']) {
      await visit.goto(address, { waitUntil: 'networkidle' });
      await expectVisible(filesPage(visit).row('Something to show'));
      expect(await asked()).toEqual(byHead);
    }
    // Browsers complain of preloads that are not used.
    expect(complaints).toEqual([]);
  },
);

/** Answers requests for a script as a server or a network that fails. @returns mends it */
const breakScript = async (page: Page, script: string, failure: 'gone' | 'cut off') => {
  await page.route(script, (route) =>
    failure === 'gone'
      ? route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found.' })
      : route.abort(),
  );
  return () => page.unroute(script);
};

journey(
  'a user who lacks the script of a screen or a popup is told, and gets it by another try',
  async ({ page, signIn, guard }) => {
    guard.allow(
      /(files\.screen|new-folder\.popup)-|Failed to fetch dynamically imported|Loading chunk|Failed to load resource/,
    );
    const files = filesPage(page);
    await signIn({ at: '/platform/trash' });
    const screen = '**/chunks/files.screen-*';
    for (const [failure, reason, action] of [
      ['cut off', 'TypeError', 'Try again'],
      ['gone', 'missing', 'Reload'],
    ] as const) {
      const mend = await breakScript(page, screen, failure);
      await page.goto('/platform/files');
      await expectVisible(page.getByText(`Loading chunk files failed (${reason})`));
      await mend();
      await page.getByRole('button', { name: action }).click();
      await expectVisible(files.newFolderButton);
    }
    const mend = await breakScript(page, '**/chunks/new-folder.popup-*', 'cut off');
    await page.reload();
    await files.newFolderButton.click();
    await expectVisible(page.getByText('Loading chunk new-folder failed (TypeError)'));
    // The page stays as it is.
    await expectVisible(files.newFolderButton);
    await mend();
    await files.newFolderButton.click();
    await expectVisible(files.dialog.getByLabel('Name'));
  },
);

journey(
  'messages that get no answer reload the page, and after a few times end in a notice',
  async ({ page, guard }) => {
    guard.allow(/translations|Failed to load resource: net::ERR_/);
    await page.route('**/translations/**', (route) => route.abort('connectionfailed'));
    const loads: string[] = [];
    page.on('framenavigated', (frame: Frame) => loads.push(new URL(frame.url()).pathname));
    await page.goto('/');
    await expectEventually(async () => loads, ['/', '/']);
    // As after the last reload.
    await page.evaluate(() => sessionStorage.setItem('holdall:reloads', '3'));
    await page.reload();
    await expectVisible(page.getByRole('alert').getByText('The server cannot be reached'));
    await page.unroute('**/translations/**');
    await page.getByRole('link', { name: 'Try again' }).click();
    await expectVisible(page.getByRole('heading', { name: 'Welcome back' }));
    await expectGone(page.getByRole('alert'));
  },
);
