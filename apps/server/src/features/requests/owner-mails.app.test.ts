import type { ItemRef } from '@holdall/contract/selections';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp, testEmail } from '#testing/create-test-app.ts';
import { createMailServer, type ParsedMail, type TestMailServer } from '#testing/mail-server.ts';
import { jobsDone } from '#testing/jobs-done.ts';
import { askForFiles, createSender, type Sender } from '#testing/request-sender.ts';
import { createTreeClient, type TreeClient } from '#testing/tree-client.ts';

let mail: TestMailServer;
let server: TestApp;
let ada: TreeClient;
let folder: ItemRef;
beforeEach(async () => {
  mail = await createMailServer();
  server = await createTestApp({ mail: mail.url, publicOrigin: 'https://files.example.com' });
  ada = await createTreeClient(server, testEmail);
  folder = await ada.folder('Inbox');
});
afterEach(async () => {
  await server.close();
  await mail.close();
});

const visit = async (token: string): Promise<Sender> => {
  const sender = createSender(server, token);
  await sender.open();
  return sender;
};
const noticesOf = async (): Promise<readonly ParsedMail[]> => {
  await jobsDone(server, 'file-request');
  await jobsDone(server, 'mail');
  return (await mail.mails()).filter(({ recipients }) => recipients.includes(testEmail));
};

test('the person who is asked gets the link by mail', async () => {
  const { url } = await askForFiles(ada, folder, {
    name: 'Photos',
    note: 'Please all\nof them',
    email: 'bea@example.com',
  });
  const { links, subject, text } = await mail.waitFor(({ recipients }) =>
    recipients.includes('bea@example.com'),
  );
  expect(links).toContain(url);
  expect(url).toMatch(/^https:\/\/files\.example\.com\/request\//);
  expect(subject).toContain('Photos');
  expect(text).toContain('> Please all\n> of them');
});

test('pressing done mails the owner once about the received files, and logs it', async () => {
  const { token } = await askForFiles(ada, folder, { name: 'Photos' });
  const sender = await visit(token);
  await sender.send('one.txt', 'one');
  await sender.send('two.txt', 'two2');
  for (const _press of [1, 2]) expect(await sender.done()).toMatchObject({ status: 200 });
  const [notice] = await noticesOf();
  expect(notice?.text).toContain('You received 2 files (7 B) in “Inbox”');
  expect(notice?.text).toContain('one.txt (3 B)');
  expect(notice?.links).toContain(`https://files.example.com/platform/files/${folder.id}`);
  server.clock.advance(20 * 60_000);
  expect(await noticesOf()).toHaveLength(1);
  const log = await server.parts.db
    .selectFrom('activity')
    .select('details')
    .where('kind', '=', 'file_request.received')
    .execute();
  expect(log.map(({ details }) => JSON.parse(details) as unknown)).toEqual([{ name: 'Photos', count: 2 }]);
});

test('without done the owner is mailed a quarter of an hour after the last file', async () => {
  const { token } = await askForFiles(ada, folder);
  const sender = await visit(token);
  await sender.send('one.txt', 'one');
  server.clock.advance(10 * 60_000);
  await sender.send('two.txt', 'two');
  server.clock.advance(10 * 60_000);
  expect(await noticesOf()).toEqual([]);
  server.clock.advance(6 * 60_000);
  const notices = await noticesOf();
  expect(notices.map(({ subject }) => subject)).toEqual([expect.stringContaining('2 files')]);
  await sender.send('three.txt', 'three');
  server.clock.advance(16 * 60_000);
  expect((await noticesOf()).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('2 files'),
    expect.stringContaining('a file'),
  ]);
});

test('each visit has its own mail, and visits beyond the hourly limit share one', async () => {
  const { token } = await askForFiles(ada, folder);
  for (let number = 0; number < 15; number += 1) {
    const sender = await visit(token);
    await sender.send(`${number}.txt`, 'x');
    expect(await sender.done()).toMatchObject({ status: 200 });
  }
  expect(await noticesOf()).toHaveLength(12);
  server.clock.advance(30 * 60_000);
  expect(await noticesOf()).toHaveLength(12);
  server.clock.advance(31 * 60_000);
  const [last, ...others] = (await noticesOf()).slice(12);
  expect(others).toEqual([]);
  expect(last?.subject).toContain('3 files');
  for (const name of ['12.txt', '13.txt', '14.txt']) expect(last?.text).toContain(name);
  server.clock.advance(120 * 60_000);
  expect(await noticesOf()).toHaveLength(13);
});

test('an owner who was suspended is mailed once they are not', async () => {
  const { token } = await askForFiles(ada, folder);
  const sender = await visit(token);
  await sender.send('one.txt', 'one');
  const owner = (status: 'active' | 'suspended') =>
    server.parts.db.updateTable('users').set({ status }).where('id', '=', ada.userId).execute();
  await owner('suspended');
  server.clock.advance(20 * 60_000);
  expect(await noticesOf()).toEqual([]);
  await owner('active');
  server.clock.advance(25 * 60 * 60_000);
  expect((await noticesOf()).map(({ subject }) => subject)).toEqual([expect.stringContaining('a file')]);
});

test('a failed mail is made up for by the next file of its visit', async () => {
  const { token } = await askForFiles(ada, folder);
  const sender = await visit(token);
  await sender.send('one.txt', 'one');
  // Given up, as after many failures.
  await server.parts.db.deleteFrom('jobs').where('kind', '=', 'file-request').execute();
  await sender.send('two.txt', 'two');
  server.clock.advance(16 * 60_000);
  expect((await noticesOf()).map(({ subject }) => subject)).toEqual([expect.stringContaining('2 files')]);
});

test('a receipt of very many files lists the first of them, and counts all', async () => {
  const { token } = await askForFiles(ada, folder);
  const sender = await visit(token);
  await sender.send('first.txt', 'first');
  const { db } = server.parts;
  const first = await db.selectFrom('received_files').selectAll().executeTakeFirstOrThrow();
  const more = Array.from({ length: 10_000 }, (_none, index) => ({
    ...first,
    id: `g${index}`,
    name: 'more',
  }));
  for (let from = 0; from < more.length; from += 1_000)
    await db
      .insertInto('received_files')
      .values(more.slice(from, from + 1_000))
      .execute();
  const { data, meta } = (await sender.open()).data.relationships.received;
  expect(data).toHaveLength(10_000);
  expect(data[0]?.name).toBe('first.txt');
  expect(meta).toEqual({ count: 10_001, size: 50_005 });
});

test('done begins a visit if there is none', async () => {
  const { token } = await askForFiles(ada, folder);
  const sender = createSender(server, token);
  expect(await sender.done()).toMatchObject({ status: 200 });
  await sender.send('one.txt', 'one');
  expect(await sender.received()).toEqual(['one.txt']);
});

test('a revoked request sends no more mails', async () => {
  const { token } = await askForFiles(ada, folder);
  await (await visit(token)).send('one.txt', 'one');
  await ada.call('DELETE', `/api/file-requests/${token}`);
  server.clock.advance(20 * 60_000);
  expect(await noticesOf()).toEqual([]);
});
