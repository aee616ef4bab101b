import { afterAll, expect, onTestFinished } from 'vitest';
import { startPusherService } from '../apps/server/src/testing/pusher-service.ts';
import { signInToApi } from './harness/api.ts';
import { startCuttableProxy } from './harness/cuttable-proxy.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { caughtUp } from './harness/listening.ts';

/** Another service in the hub's place: it is written from the protocol, and checks every signature. */
const service = await startPusherService();
const journey = journeysOf({ HOLDALL_ALLOWED_PRIVATE_HOSTS: '127.0.0.1' });
afterAll(() => service.close());
const bytes = new TextEncoder().encode('text');

journey(
  'a change elsewhere moves neither scroll nor focus nor selection, and what a broken connection missed is shown',
  async ({ page, signIn, server, guard }) => {
    guard.allow(/WebSocket|ERR_/);
    const proxy = await startCuttableProxy(server.url);
    onTestFinished(proxy.close);
    const api = await signInToApi(server.url);
    const folder = await api.createFolder('Watched');
    for (let number = 100; number < 160; number += 1)
      await api.uploadFile(`file ${number}.txt`, bytes, folder);
    const ready = caughtUp(page, folder);
    await signIn({ through: proxy.url, at: `/platform/files/${folder}?sort=name&dir=ASC` });
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

    const cut = proxy.cutAfter(0);
    await page.evaluate(() => fetch('/health/live').catch(() => undefined));
    await cut;
    await api.uploadFile('file 120c.txt', bytes, folder);
    await expectVisible(files.row('file 120c.txt'));
    await expectEventually(stateOf, before);
  },
);

journey(
  'another service is tried and saved, pages hear of changes by it, and find the server again',
  async ({ page, signIn, server, guard }) => {
    guard.allow(/status of 422/);
    await signIn({ at: '/admin/settings/environment' });
    const form = page.getByRole('form', { name: 'Live updates' });
    await form.getByText('Another service', { exact: true }).click();
    await form.getByLabel('Server', { exact: true }).fill('127.0.0.1');
    await form.getByLabel('Port', { exact: true }).fill(String(service.port));
    await form.getByText('None', { exact: true }).click();
    await form.getByLabel('App ID', { exact: true }).fill(service.appId);
    await form.getByLabel('Key', { exact: true }).fill(service.key);
    await form.getByLabel('Secret', { exact: true }).fill('a-wrong-one');
    await form.getByRole('button', { name: 'Save' }).click();
    await expectVisible(form.getByText(/doesn’t accept this key and secret/));
    await expectAccessible(page, 'a realtime service that refuses');
    await form.getByLabel('Secret', { exact: true }).fill(service.secret);
    await form.getByRole('button', { name: 'Test' }).click();
    await expectVisible(form.getByText('It works: a message came through the service.'));
    await form.getByRole('button', { name: 'Save' }).click();
    await expectVisible(form.getByText('Saved. It works and is now in use.'));

    await page.goto('/platform/files');
    // Both that the page asks for, and the one that its client makes up for who has signed in.
    await expectEventually(
      async () =>
        service
          .channels()
          .map((name) => name.replace(/[-.][\da-f-]{32,}$/, ''))
          .toSorted(),
      ['#server-to-user', 'private-application', 'private-user'],
    );
    const api = await signInToApi(server.url);
    await api.createFolder('Made elsewhere');
    await expectVisible(filesPage(page).row('Made elsewhere'));
    expect(JSON.stringify(service.sent)).not.toContain('Made elsewhere');

    const back = await page.request.post(`${server.url}/api/admin/settings/realtime`, {
      data: { realtime_service: 'built_in' },
      headers: { origin: server.url },
    });
    expect(back.status()).toBe(200);
    await expectEventually(async () => service.channels().length, 0);
    await api.createFolder('Heard from the hub');
    await expectVisible(filesPage(page).row('Heard from the hub'));
  },
);
