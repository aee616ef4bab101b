/** Another service in the hub's place: one that is written from the protocol, and checks every signature. */
import { afterAll, expect } from 'vitest';
import { startPusherService } from '../apps/server/src/testing/pusher-service.ts';
import { signInToApi } from './harness/api.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';

const service = await startPusherService();
const journey = journeysOf({ HOLDALL_ALLOWED_PRIVATE_HOSTS: '127.0.0.1' });
afterAll(() => service.close());

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
