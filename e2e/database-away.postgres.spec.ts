import { afterAll, expect } from 'vitest';
import { createOwnPostgres } from '../apps/server/src/testing/own-postgres.ts';
import { startCuttableProxy } from './harness/cuttable-proxy.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { openSession } from './harness/session.ts';

const database = await createOwnPostgres();
const address = new URL(database.url());
const line = await startCuttableProxy(`http://${address.host}`);
address.host = new URL(line.url).host;
afterAll(async () => {
  await line.close();
  await database.drop();
});
const journey = journeysOf({ HOLDALL_DATABASE_URL: address.href, HOLDALL_LOG_LEVEL: 'silent' });

journey(
  'while the database is away people read so, and go on by themselves when it is back',
  async ({ page, context, server, signIn, guard }) => {
    guard.allow(/status of 50[03]|HEAD \S+ net::ERR_ABORTED|WebSocket/);
    const { call } = await openSession(server.url);
    const made = await call<{ data: { id: string } }>('POST', '/api/create-folder', { name: 'Letters' });
    await call('POST', '/api/create-folder', { name: 'Inside', parent_id: made.data.id });
    const shared = { id: made.data.id, type: 'folder' };
    const { data } = await call<{ data: { attributes: { token: string } } }>('POST', '/api/share', shared);
    const link = `${server.url}/share/${data.attributes.token}`;
    await signIn();
    await expectVisible(filesPage(page).row('Letters'));

    line.stop();
    // The open page shows the data that it has, and says which it has not.
    await filesPage(page).openFolder('Letters');
    await expectVisible(page.getByRole('alertdialog', { name: 'Oh no, something went wrong' }));
    await page.keyboard.press('Escape');
    await expectVisible(page.getByRole('heading', { name: 'We couldn’t load this' }));

    const other = await context.newPage();
    for (const url of [`${server.url}/platform/files`, link, `${link}/files`, `${server.url}/nothing`]) {
      const answer = await other.goto(url);
      expect([url, answer?.status(), answer?.headers()['content-type']]).toEqual([
        url,
        503,
        'text/html; charset=utf-8',
      ]);
      await expectVisible(other.getByRole('heading', { name: 'We’ll be right back' }));
    }
    await expectAccessible(other, 'away');
    await other.goto(link);

    line.mend();
    await expectVisible(filesPage(page).row('Inside'));
    await expectGone(page.getByRole('heading', { name: 'We couldn’t load this' }));
    await other.getByRole('link', { name: 'Try now' }).click();
    await expectVisible(other.getByRole('row').filter({ hasText: 'Inside' }));
    await expectEventually(async () => (await fetch(`${server.url}/health/ready`)).status, 200);
  },
);
