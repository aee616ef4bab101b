import { signInToApi } from './harness/api.ts';
import { startCuttableProxy } from './harness/cuttable-proxy.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { caughtUp } from './harness/listening.ts';

const journey = journeysOf();
const bytes = new TextEncoder().encode('text');

journey(
  'a change elsewhere appears within a second, and moves neither scroll nor focus nor selection',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    const folder = await api.createFolder('Watched');
    for (let number = 100; number < 160; number += 1)
      await api.uploadFile(`file ${number}.txt`, bytes, folder);
    const ready = caughtUp(page, folder);
    await signIn({ at: `/platform/files/${folder}?sort=name&dir=ASC` });
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
    const ready = caughtUp(page, folder);
    await signIn({ through: proxy.url, at: `/platform/files/${folder}` });
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
