import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BlobStoreError } from '#ports/blob-store.ts';
import {
  contents,
  damagedIn,
  damageFile,
  drillDamage,
  flipped,
  keyOf,
  scrubbed,
} from '#testing/damage-drill.ts';
import { eventually } from '#testing/eventually.ts';
import { jobsDone } from '#testing/jobs-done.ts';
import { createMailServer, type TestMailServer } from '#testing/mail-server.ts';
import { createUploadHarness } from '#testing/use-uploads.ts';
import { largeContent } from '#testing/large-content.ts';

vi.setConfig({ testTimeout: 120_000 });

const harness = createUploadHarness();
const { server, client, signInAgain } = harness;
const drill = { server, signInAgain, client: () => client };
let mails: TestMailServer;
beforeEach(async () => {
  mails = await createMailServer();
  await harness.start({ mail: mails.url });
});
afterEach(() => mails.close());

const subjects = async (): Promise<string[]> => {
  await jobsDone(server, 'mail');
  return (await mails.mails()).map(({ subject }) => subject).filter((subject) => subject.includes('damaged'));
};

test('files damaged on the disk and in the database are found exactly, refused, and restored from a backup', async () => {
  expect(await drillDamage(drill)).toEqual({ found: 8, whole: 20 });
});

test('administrators are mailed once when damage begins and once when it is over', async () => {
  const [one, two] = [
    await client.put('one', Buffer.from('one')),
    await client.put('two', Buffer.from(largeContent('two'))),
  ];
  await damageFile(server, one, flipped);
  await scrubbed(drill);
  expect(await subjects()).toEqual(['Stored files are damaged – Holdall']);
  await damageFile(server, two, () => undefined);
  await scrubbed(drill);
  expect((await damagedIn(client)).meta.damaged).toBe(2);
  expect(await subjects()).toHaveLength(1);
  // One is repaired, the other purged, so that nothing is damaged any more.
  await damageFile(server, one, flipped);
  await client.post('/api/remove', { items: [{ id: two.data.id, type: 'file', force_delete: true }] });
  await scrubbed(drill);
  expect((await damagedIn(client)).meta.damaged).toBe(0);
  await damageFile(server, one, flipped);
  await scrubbed(drill);
  expect(await subjects()).toEqual([
    'Stored files are damaged – Holdall',
    'Resolved: Stored files are damaged – Holdall',
    'Stored files are damaged – Holdall',
  ]);
});

test.each(contents)(
  'a file whose bytes are missing in $where is marked at once when it is read',
  async ({ bytes }) => {
    const file = await client.put('gone', bytes);
    await damageFile(server, file, () => undefined);
    expect((await client.get(`/api/files/${file.data.id}/content`)).status).toBe(410);
    // The job is added beside the answer.
    await eventually(async () => {
      await jobsDone(server, 'scrub.blob');
      expect((await damagedIn(client)).data.map(({ id }) => id)).toEqual([file.data.id]);
    });
  },
);

test('no file is marked as missing while its disk is not mounted', async () => {
  await client.put('a', Buffer.from(largeContent('a')));
  await rm(join(server.dataDir, 'blobs'), { recursive: true });
  await server.services.sweep();
  server.clock.advance(11 * 60_000);
  await jobsDone(server, 'scrub');
  expect((await damagedIn(client)).meta).toMatchObject({ damaged: 0, verified_at: null });
});

test('a small file whose bytes are missing is marked also while the disk of the others is not mounted', async () => {
  const file = await client.put('gone', Buffer.from('gone'));
  await damageFile(server, file, () => undefined);
  await rm(join(server.dataDir, 'blobs'), { recursive: true });
  expect((await client.get(`/api/files/${file.data.id}/content`)).status).toBe(410);
  await eventually(async () => {
    await jobsDone(server, 'scrub.blob');
    expect((await damagedIn(client)).data.map(({ id }) => id)).toEqual([file.data.id]);
  });
});

test('a file that cannot be read is counted, and does not stop the scrub', async () => {
  const [bad, lost] = [
    await client.put('bad', Buffer.from(largeContent('bad'))),
    await client.put('lost', Buffer.from('lost')),
  ];
  const badKey = await keyOf(server, bad);
  await damageFile(server, lost, () => undefined);
  const read = server.blobs.read.bind(server.blobs);
  vi.spyOn(server.blobs, 'read').mockImplementation(async (key, span) => {
    if (key === badKey) throw new BlobStoreError('EIO');
    return read(key, span);
  });
  await scrubbed(drill);
  expect(await damagedIn(client)).toMatchObject({
    data: [{ id: lost.data.id }],
    meta: { damaged: 1, unread: 1 },
  });
});

test.each(contents)(
  'an upload that replaces a damaged file in $where is intact, and no damage remains',
  async ({ bytes }) => {
    const file = await client.put('a.txt', bytes);
    await damageFile(server, file, flipped);
    await scrubbed(drill);
    expect((await damagedIn(client)).meta.damaged).toBe(1);
    const answer = await client.binary({ name: 'a.txt', on_conflict: 'replace' }, bytes);
    expect(answer.status).toBe(201);
    const [replaced] = (await client.listing()).files.data;
    expect(replaced?.data.attributes).toMatchObject({ name: 'a.txt' });
    expect(replaced?.data.attributes).not.toHaveProperty('damaged_at');
    expect((await damagedIn(client)).meta.damaged).toBe(0);
  },
);

test('a scrub resumes where the last slice ended, at the pace of its period', async () => {
  for (let index = 0; index < 40; index += 1) await client.put(`file ${index}`, Buffer.alloc(1000));
  await server.services.sweep();
  const verified = async (): Promise<number> =>
    (await server.parts.db.selectFrom('blobs').select('id').where('verified_at', 'is not', null).execute())
      .length;
  server.clock.advance(11 * 60_000);
  await jobsDone(server, 'scrub');
  expect(await verified()).toBe(1);
  server.clock.advance(15 * 24 * 60 * 60_000);
  await jobsDone(server, 'scrub');
  expect(await verified()).toBeGreaterThan(19);
  expect(await verified()).toBeLessThan(25);
  await signInAgain();
  expect((await damagedIn(client)).meta.progress).toBeGreaterThan(49);
});
