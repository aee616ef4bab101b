import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BlobKey } from '#ports/blob-store.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { damagedIn, damageFile, flipped, keyOf } from '#testing/damage-drill.ts';
import { jobsDone } from '#testing/jobs-done.ts';
import { createMailServer, type TestMailServer } from '#testing/mail-server.ts';
import { createUploadClient, type UploadClient } from '#testing/upload-client.ts';

vi.setConfig({ testTimeout: 120_000 });

const minute = 60_000;
const day = 24 * 60 * minute;
const count = 40;

let mails: TestMailServer;
let here: TestApp;
let there: TestApp;
let client: UploadClient;
/** Keys of the blobs that any server opened. */
let reads: BlobKey[];
beforeEach(async () => {
  mails = await createMailServer();
  here = await createTestApp({ mail: mails.url, smallContentLimit: -1 });
  there = await createTestApp({ beside: here, mail: mails.url });
  client = createUploadClient(await here.listen(), await here.signIn());
  reads = [];
});
afterEach(async () => {
  await there.close();
  await here.close();
  await mails.close();
});

const atBoth = (work: (server: TestApp) => Promise<unknown>) => Promise.all([here, there].map(work));

/** Watches the store of both servers, each of which has its own view of it. */
const watchReads = (): void => {
  for (const { blobs } of [here, there]) {
    const read = blobs.read.bind(blobs);
    vi.spyOn(blobs, 'read').mockImplementation(async (key, span) => {
      reads.push(key);
      return read(key, span);
    });
  }
};

test('two servers read every file once between them, and report a damaged one once', async () => {
  const files = [];
  for (let index = 0; index < count; index += 1)
    files.push(await client.put(`file ${index}`, Buffer.from(`bytes ${index}`)));
  const [damaged] = files;
  if (damaged === undefined) throw new Error('There is no file.');
  await damageFile(here, damaged, flipped);
  watchReads();
  for (const time of [11 * minute, 10 * day, 10 * day, 11 * day]) {
    await atBoth((server) => server.services.sweep());
    here.clock.advance(time);
    await atBoth((server) => jobsDone(server, 'scrub'));
    await atBoth((server) => server.services.sweep());
    await atBoth((server) => jobsDone(server, 'mail'));
  }
  const keys = await Promise.all(files.map((file) => keyOf(here, file)));
  const timesRead = keys.map((key) => reads.filter((one) => one === key).length);
  // A blob that seems damaged is read again before it is marked.
  expect(timesRead).toEqual(keys.map((_, index) => (index === 0 ? 2 : 1)));
  const subjects = (await mails.mails()).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes('damaged'))).toEqual([
    'Stored files are damaged – Holdall',
  ]);
  client = createUploadClient(await there.listen(), await there.signIn());
  expect((await damagedIn(client)).meta.damaged).toBe(1);
});
