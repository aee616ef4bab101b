import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAesSealer } from '#adapters/sealer-aes.ts';
import { databaseTime } from '#db/database-time.ts';
import { eventually } from '#testing/eventually.ts';
import { createMigratedDatabase } from '#testing/migrated-database.ts';
import type { TestDatabase } from '#testing/test-database.ts';
import { joinNodes, type JoinOptions, type AnnouncedStorage, type Membership } from './membership.ts';
import { createNodesService } from './nodes.service.ts';

const key = randomBytes(32);
const bucket: AnnouncedStorage = { kind: 's3', location: 'the bucket “files”' };
const disk: AnnouncedStorage = { kind: 'disk', location: 'the disk' };

let database: TestDatabase;
let warnings: string[];
let errors: unknown[];
let renamed: number;
let kept: string[];
const members: Membership[] = [];
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  database = await createMigratedDatabase(':memory:');
  [warnings, errors, renamed, kept] = [[], [], 0, []];
});
afterEach(async () => {
  for (const member of members.splice(0)) await member.leave();
  await database.drop();
  vi.useRealTimers();
});

const join = async (name: string, own: Partial<JoinOptions> = {}): Promise<Membership> => {
  const member = await joinNodes({
    db: database.db,
    sealer: createAesSealer(key),
    id: name,
    createName: () => `${name}-${(renamed += 1)}`,
    keepName: (id) => kept.push(id),
    patience: 600,
    folderIdentity: `the folder of ${name}`,
    host: `${name}.example.com`,
    version: '1.2.3',
    warn: (sentence) => warnings.push(sentence),
    onError: (error) => errors.push(error),
    now: () => Date.now(),
    ...own,
  });
  members.push(member);
  return member;
};
const list = (node = 'one') => createNodesService({ db: database.db, node }).list();
/** Sets a node's last heartbeat back by so many seconds. */
const silence = async (id: string, seconds: number): Promise<void> => {
  const seen_at = sql<number>`${databaseTime(database.db)} - ${seconds * 1000}`;
  await database.db.updateTable('nodes').set({ seen_at }).where('id', '=', id).execute();
};

test('servers see each other while they run', async () => {
  const one = await join('one');
  const two = await join('two');
  await one.announceStorage(async () => bucket);
  expect(await list('two')).toMatchObject([
    { id: 'one', host: 'one.example.com', version: '1.2.3', storage: 'the bucket “files”', isThis: false },
    { id: 'two', storage: '', isThis: true, isAlive: true, isClockOff: false },
  ]);
  await two.leave();
  await silence('one', 31);
  expect(await list()).toMatchObject([{ id: 'one', isAlive: false }]);
  await silence('one', 25 * 3_600);
  await join('three');
  expect((await list()).map(({ id }) => id)).toEqual(['three']);
  expect(warnings).toEqual([]);
});

test('a server sends heartbeats, and announces its store', async () => {
  let kept = disk;
  const one = await join('one');
  await one.announceStorage(async () => kept);
  await silence('one', 60);
  kept = bucket;
  await vi.advanceTimersByTimeAsync(10_000);
  await eventually(async () =>
    expect(await list()).toMatchObject([{ isAlive: true, storage: 'the bucket “files”' }]),
  );
  // As after a backup was restored meanwhile.
  await database.db.deleteFrom('nodes').execute();
  await vi.advanceTimersByTimeAsync(10_000);
  await eventually(async () => expect(await list()).toMatchObject([{ id: 'one', isAlive: true }]));
  expect(errors).toEqual([]);
});

test('a server with another secret key is refused while others run', async () => {
  await join('one');
  const sealer = createAesSealer(randomBytes(32));
  await expect(join('two', { sealer })).rejects.toThrow(
    /needs the same HOLDALL_SECRET_KEY: the one on one\.example\.com has another/,
  );
  expect((await list()).map(({ id }) => id)).toEqual(['one']);
  await silence('one', 31);
  await join('two', { sealer });
});

test('files on a disk belong to one server', async () => {
  const one = await join('one');
  await one.announceStorage(async () => disk);
  const two = await join('two');
  await expect(two.announceStorage(async () => disk)).rejects.toThrow(
    /kept on a disk, .* one runs on one\.example\.com/,
  );
  await one.leave();
  await two.announceStorage(async () => disk);
});

test('of two servers that start at once on a disk at most one may run', async () => {
  const both = await Promise.all([join('one'), join('two')]);
  const kept = await Promise.allSettled(both.map((member) => member.announceStorage(async () => disk)));
  expect(kept.map(({ status }) => status)).toContain('rejected');
});

test('a copied data directory gets its own name, and a restarted one keeps its name', async () => {
  await join('one');
  const joining = join('one', {
    folderIdentity: 'another folder',
    host: 'two.example.com',
    patience: 60_000,
  });
  // The first one continues to send heartbeats.
  for (let isJoined = false; !isJoined;) {
    await vi.advanceTimersByTimeAsync(10_000);
    isJoined = await Promise.race([joining.then(() => true), list().then(() => false)]);
  }
  const copy = await joining;
  expect(copy.id).toBe('one-1');
  // The name is stored only after all checks passed.
  expect(kept).toEqual([]);
  await copy.announceStorage(async () => bucket);
  expect(kept).toEqual(['one-1']);
  expect(warnings).toEqual([expect.stringContaining('a copy of one that is in use on one.example.com')]);
  expect((await list()).map(({ id }) => id)).toEqual(['one', 'one-1']);
  // Killed, and restarted at once.
  const again = await join('one');
  expect(again.id).toBe('one');
  expect((await list()).map(({ id }) => id).sort()).toEqual(['one', 'one-1']);
  // The other one was silent for a while when the folder was moved to another machine.
  await silence('one', 31);
  expect((await join('one', { folderIdentity: 'a third folder' })).id).toBe('one');
});

test('a machine that restarts within half a minute is not taken for a copy of itself', async () => {
  const off = await join('one');
  await off.announceStorage(async () => disk);
  // Its row is there as it was left, and gets no heartbeats.
  const on = await join('one', { folderIdentity: 'the same folder after another start of the machine' });
  await on.announceStorage(async () => disk);
  expect([on.id, warnings, kept, (await list()).map(({ id }) => id)]).toEqual(['one', [], [], ['one']]);
});

test('a server knows which others have announced their store', async () => {
  const one = await join('one');
  const two = await join('two');
  expect(await one.others()).toEqual([]);
  await one.announceStorage(async () => bucket);
  expect([await one.others(), await two.others()]).toEqual([[], ['one.example.com']]);
  await silence('one', 31);
  expect(await two.others()).toEqual([]);
});

test('a server that lost its name to another one reports it', async () => {
  await join('one');
  await join('one');
  await vi.advanceTimersByTimeAsync(10_000);
  await eventually(() => expect(errors).toHaveLength(1));
  expect(String(errors[0])).toMatch(/goes by the name of this one/);
});

test.each([
  [-61_000, /6[0-2] s behind the database's/],
  [7_000, /[678] s ahead of the database's/],
])('a clock that is %i ms off is reported', async (off, words) => {
  await join('one', { now: () => Date.now() + off });
  expect(warnings).toEqual([expect.stringMatching(words)]);
  expect(await list()).toMatchObject([{ isClockOff: true }]);
});
