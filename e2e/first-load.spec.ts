import { gzipSync } from 'node:zlib';
import { resolve } from 'node:path';
import { expect } from 'vitest';
import { budget, firstLoad } from '../scripts/first-load/first-load.ts';
import { signInToApi } from './harness/api.ts';
import { expectVisible } from './harness/expect-page.ts';
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
    const asked = () =>
      visit.evaluate(() => {
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
