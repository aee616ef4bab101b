import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { heartbeatFolderName } from '#lib/owner-marker.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { createStoreHeartbeats, type StoreHeartbeats } from './store-heartbeats.service.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let first: TestApp;
let copy: TestApp;
let place: OwnedBlobStore;
let elapsed = 0;
let ours: StoreHeartbeats;
let theirs: StoreHeartbeats;
beforeEach(async () => {
  [first, copy] = [await createTestApp(), await createTestApp()];
  place = await first.parts.storage.openPlace({ kind: 'disk' });
  elapsed = 0;
  ours = createStoreHeartbeats({ db: first.database.db, elapsed: () => elapsed });
  theirs = createStoreHeartbeats({ db: copy.database.db, elapsed: () => elapsed });
});
afterEach(async () => {
  await first.close();
  await copy.close();
});

const heartbeatsIn = (): Promise<string[]> => readdir(join(first.dataDir, 'blobs', heartbeatFolderName));
/** Returns a copy of the database's notes about heartbeats. */
const copyNotes = async (): Promise<void> => {
  const rows = await first.database.db
    .selectFrom('settings')
    .selectAll()
    .where('name', 'like', 'internal:in-use:%')
    .execute();
  await copy.database.db.insertInto('settings').values(rows).execute();
};

describe('the heartbeats of a place’s users', () => {
  it('mean nothing within one database', async () => {
    const second = createStoreHeartbeats({ db: first.database.db, elapsed: () => elapsed });
    await ours.renew([place]);
    await second.renew([place]);
    expect([await ours.foreignHeartbeatAt(place), await second.foreignHeartbeatAt(place)]).toEqual([
      undefined,
      undefined,
    ]);
    expect(await heartbeatsIn()).toHaveLength(2);
    const keys: string[] = [];
    for await (const { key } of place.list()) keys.push(key);
    expect(keys).toEqual([]);
  });

  it('of a copy of the database are seen by both, however much the copy knows', async () => {
    await ours.renew([place]);
    await copyNotes();
    expect(await theirs.foreignHeartbeatAt(place)).toBeUndefined();
    elapsed += 9 * minute;
    await ours.renew([place]);
    expect(await theirs.foreignHeartbeatAt(place)).toBeUndefined();
    elapsed += minute;
    await ours.renew([place]);
    expect(await theirs.foreignHeartbeatAt(place)).toBeCloseTo(Date.now(), -5);
    expect(await ours.foreignHeartbeatAt(place)).toBeUndefined();
    await theirs.renew([place]);
    expect(await ours.foreignHeartbeatAt(place)).toBeCloseTo(Date.now(), -5);
    // A server has one at a time.
    expect(await heartbeatsIn()).toHaveLength(2);
  });

  it('mean nothing after a day, and are gone after a week', async () => {
    await theirs.renew([place]);
    const [name = ''] = await heartbeatsIn();
    const age = (ms: number): Promise<void> => {
      const at = new Date(Date.now() - ms);
      return utimes(join(first.dataDir, 'blobs', heartbeatFolderName, name), at, at);
    };
    await age(day - minute);
    expect(await ours.foreignHeartbeatAt(place)).toBeDefined();
    await age(day + minute);
    expect(await ours.foreignHeartbeatAt(place)).toBeUndefined();
    await age(8 * day);
    await ours.renew([place]);
    expect(await heartbeatsIn()).not.toContain(name);
  });

  it('that were written without an answer are written again, under the same name', async () => {
    const lost: OwnedBlobStore = {
      ...place,
      putHeartbeat: async (key, text) => {
        await place.putHeartbeat(key, text);
        throw new Error('lost');
      },
    };
    let isLosing = true;
    const store: OwnedBlobStore = {
      ...place,
      putHeartbeat: (key, text) => (isLosing ? lost : place).putHeartbeat(key, text),
    };
    await expect(ours.renew([store])).rejects.toThrow('lost');
    isLosing = false;
    await ours.renew([store]);
    expect(await heartbeatsIn()).toHaveLength(1);
    expect(await ours.foreignHeartbeatAt(store)).toBeUndefined();
  });
});

describe('a server', () => {
  it('removes nothing from a place that a copy of its database uses, and says so', async () => {
    const { storage } = first.parts;
    expect(await storage.cleanupBlockedReason()).toBeUndefined();
    // It has written its own, which is recorded.
    expect(await heartbeatsIn()).toHaveLength(1);
    await theirs.renew([place]);
    expect(await storage.cleanupBlockedReason()).toMatch(
      /^A server with a copy of this database uses the data directory as well, last seen at /,
    );
    expect([await storage.owns(), await storage.foreignHeartbeatAt(place)]).toEqual([
      false,
      expect.any(Number),
    ]);
    const origin = await first.listen();
    const shown = await fetch(`${origin}/api/admin/server`, { headers: { cookie: await first.signIn() } });
    expect(await shown.json()).toMatchObject({
      data: {
        storage: {
          kind: 'disk',
          shared_at: new Date((await storage.latestForeignHeartbeat()) ?? 0).toISOString(),
        },
      },
    });
  });
});
