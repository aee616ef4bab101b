import type { Page } from 'playwright-core';
import { signInToApi } from './harness/api.ts';
import { startCuttableProxy } from './harness/cuttable-proxy.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';

const journey = journeysOf();
const bytes = new TextEncoder().encode('text');

/** Resolves when the page's own channel tells it of changes. */
const listening = (page: Page): Promise<unknown> =>
  page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) =>
        /subscription_succeeded.*private-user|private-user.*subscription_succeeded/.test(String(payload)),
      ),
    );

journey(
  'what happens elsewhere appears within a second, and moves neither scroll nor focus nor selection',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    const folder = await api.createFolder('Watched');
    for (let number = 100; number < 160; number += 1)
      await api.uploadFile(`file ${number}.txt`, bytes, folder);
    await signIn();
    const ready = listening(page);
    await page.goto(`/platform/files/${folder}?sort=name&dir=ASC`);
    await ready;
    const files = filesPage(page);
    await files.row('file 120.txt').scrollIntoViewIfNeeded();
    await files.row('file 120.txt').click();
    const stateOf = () =>
      page.evaluate(() => {
        const rows = document.querySelectorAll('[role="row"][aria-selected="true"]');
        const grid = document.activeElement;
        const active = document.getElementById(grid?.getAttribute('aria-activedescendant') ?? '');
        return {
          focus: [grid?.getAttribute('role'), active?.textContent],
          selected: Array.from(rows, (row) => row.textContent ?? ''),
        };
      });
    const topOf = async (name: string) => (await files.row(name).boundingBox())?.y;
    // Whatever fades in says so, however short it is.
    await page.evaluate(() => {
      const faded: string[] = [];
      Reflect.set(globalThis, 'faded', faded);
      document.addEventListener('animationstart', ({ target }) => {
        if (target instanceof Element && target.matches('[role="row"]')) faded.push(target.textContent ?? '');
      });
    });
    const fadedIn = () =>
      page.evaluate(() =>
        (Reflect.get(globalThis, 'faded') as string[]).map((text) => /file \w+\.txt/.exec(text)?.[0]),
      );
    const before = await stateOf();
    const top = await topOf('file 120.txt');

    await api.uploadFile('file 120a.txt', bytes, folder);
    await expectVisible(files.row('file 120a.txt'));
    await expectEventually(fadedIn, ['file 120a.txt']);
    await expectEventually(stateOf, before);
    await expectEventually(() => topOf('file 120.txt'), top);

    const item = (await api.list(folder)).find(({ attributes }) => attributes.name === 'file 120a.txt');
    await api.rename(item?.id ?? '', 'file 120b.txt');
    await expectVisible(files.row('file 120b.txt'));
    await api.remove([{ id: item?.id ?? '', type: 'file' }]);
    await expectGone(files.row('file 120b.txt'));
    await expectEventually(stateOf, before);
  },
);

journey('after a broken connection what was missed is shown', async ({ page, signIn, server, guard }) => {
  guard.allow(/WebSocket|ERR_/);
  const proxy = await startCuttableProxy(server.url);
  try {
    const api = await signInToApi(server.url);
    const folder = await api.createFolder('Missed');
    await signIn({ through: proxy.url });
    const ready = listening(page);
    await page.goto(`${proxy.url}/platform/files/${folder}`);
    await ready;
    const cut = proxy.cutAfter(0);
    await page.evaluate(() => fetch('/health/live').catch(() => undefined));
    await cut;
    await api.uploadFile('meanwhile.txt', bytes, folder);
    await expectVisible(filesPage(page).row('meanwhile.txt'));
  } finally {
    await proxy.close();
  }
});
