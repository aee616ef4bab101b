import { en } from '@holdall/contract/messages/en';
import type { ItemRef } from '@holdall/contract/selections';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp, testEmail } from '#testing/create-test-app.ts';
import { createGuestClient, type GuestClient, shareOf } from '#testing/guest-client.ts';
import { jobsDone } from '#testing/jobs-done.ts';
import { createMailServer, type TestMailServer } from '#testing/mail-server.ts';
import { createTreeClient, type TreeClient } from '#testing/tree-client.ts';

const minute = 60_000;
let mails: TestMailServer;
let server: TestApp;
let ada: TreeClient;
let root: ItemRef;
let token: string;
let guest: GuestClient;
beforeEach(async () => {
  mails = await createMailServer();
  server = await createTestApp({ mail: mails.url });
  ada = await createTreeClient(server, testEmail);
  root = await ada.folder('Plans');
  token = await shareOf(ada, root, { permission: 'editor' });
  guest = createGuestClient(server);
});
afterEach(async () => {
  await server.close();
  await mails.close();
});

/** Sends a request with an empty response. */
const tell = async (method: 'PATCH' | 'POST', url: string, payload?: object): Promise<void> => {
  const cookie = await server.signIn();
  const answer = await server.app.inject({
    method,
    url,
    headers: { cookie },
    ...(payload === undefined ? {} : { payload }),
  });
  expect(answer.statusCode).toBe(204);
};
const setMails = (on: boolean) => tell('PATCH', '/api/user/settings', { mail_guest_changes: on });
/** Advances the clock, and waits until all jobs that are due then are done. */
const after = async (minutes: number): Promise<void> => {
  server.clock.advance(minutes * minute);
  await jobsDone(server, 'guest-changes');
  await jobsDone(server, 'mail');
};
const subjects = async (): Promise<string[]> => (await mails.mails()).map(({ subject }) => subject);

test('is off by default', async () => {
  await guest.upload(token, 'a.txt', 'a');
  await after(61);
  expect(await subjects()).toEqual([]);
  expect(
    await server.parts.db.selectFrom('jobs').selectAll().where('kind', '=', 'guest-changes').execute(),
  ).toEqual([]);
});

test('one mail counts all changes until then, and the next comes an hour later at the earliest', async () => {
  await setMails(true);
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await guest.upload(token, name, name);
  await after(9);
  expect(await subjects()).toEqual([]);
  await after(2);
  expect(await subjects()).toEqual(['Guests changed “Plans”']);
  const [first] = await mails.mails();
  expect(first?.recipients).toEqual([testEmail]);
  expect(first?.text).toContain('made 3 changes through your link to “Plans”');
  const list = `/platform/my-shared-items?changes=${root.id}`;
  expect(first?.links.some((link) => link.endsWith(list))).toBe(true);
  expect(first?.raw).not.toContain(token);
  await guest.upload(token, 'd.txt', 'd');
  await after(30);
  expect(await subjects()).toHaveLength(1);
  await guest.upload(token, 'e.txt', 'e');
  await guest.post(`/api/editor/create-folder/${token}`, { name: 'folder' });
  await after(31);
  expect(await subjects()).toHaveLength(2);
  expect((await mails.mails())[1]?.text).toContain('made 3 changes');
  // Nothing more was changed.
  await after(120);
  expect(await subjects()).toHaveLength(2);
});

test('administrators see the queued mail by its label', async () => {
  await setMails(true);
  await guest.upload(token, 'a.txt', 'a');
  const jobs = await server.parts.db.selectFrom('jobs').select('kind').execute();
  expect(jobs.map(({ kind }) => kind)).toContain('guest-changes');
  for (const { kind } of jobs) expect(en).toHaveProperty([`jobs.kind.${kind}`]);
});

test('each link has its own mail', async () => {
  await setMails(true);
  const other = await shareOf(ada, await ada.folder('Photos'), { permission: 'editor' });
  await guest.upload(token, 'a.txt', 'a');
  await guest.upload(other, 'b.txt', 'b');
  await after(11);
  expect((await subjects()).toSorted()).toEqual(['A guest changed “Photos”', 'A guest changed “Plans”']);
});

test.each<[string, () => Promise<unknown>]>([
  ['has seen the changes already', () => tell('POST', `/api/share/${token}/seen`)],
  ['has switched the mails off', () => setMails(false)],
  ['has reverted the changes', () => ada.call('POST', `/api/share/${token}/revert`, {})],
  ['is suspended', () => server.parts.db.updateTable('users').set({ status: 'suspended' }).execute()],
])('no mail is sent to an owner who %s', async (_what, change) => {
  await setMails(true);
  await guest.upload(token, 'a.txt', 'a');
  await change();
  await after(11);
  expect(await subjects()).toEqual([]);
});

test('changes seen while mails were off are not counted later', async () => {
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await guest.upload(token, name, name);
  await tell('POST', `/api/share/${token}/seen`);
  await setMails(true);
  await guest.upload(token, 'd.txt', 'd');
  await guest.upload(token, 'e.txt', 'e');
  await after(11);
  const [mail] = await mails.mails();
  expect(mail?.text).toContain('made 2 changes');
});

test('changes seen since the last mail are not in the next one', async () => {
  await setMails(true);
  await guest.upload(token, 'a.txt', 'a');
  await after(11);
  await guest.upload(token, 'b.txt', 'b');
  await guest.upload(token, 'c.txt', 'c');
  // Within one millisecond the order would be undefined.
  server.clock.advance(1);
  await tell('POST', `/api/share/${token}/seen`);
  server.clock.advance(1);
  await guest.upload(token, 'd.txt', 'd');
  await guest.upload(token, 'e.txt', 'e');
  await after(61);
  const [, mail] = await mails.mails();
  expect(mail?.text).toContain('made 2 changes');
});

test('changes of the owner are not counted', async () => {
  await setMails(true);
  await ada.folder('own', root);
  await after(61);
  expect(await subjects()).toEqual([]);
});
