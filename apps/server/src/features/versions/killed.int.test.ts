import { randomBytes } from 'node:crypto';
import type { Item } from '@holdall/contract/files';
import type { VersionList } from '@holdall/contract/versions';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createId } from '#ports/ids.ts';
import { activeStoreOf } from '#testing/active-store.ts';
import { eventually } from '#testing/eventually.ts';
import { examine, nothingWrong } from '#testing/maintenance-commands.ts';
import { plantVersions } from '#testing/plant-versions.ts';
import { sha256 } from '#testing/upload-client.ts';
import { useServerProcess } from '#testing/use-server-process.ts';

const server = useServerProcess();

/** The accounts whose recorded usage is not the sum of their files and versions. */
const drifts = async (): Promise<unknown[]> => {
  const { rows } = await sql`
    select user_storage.user_id, used, stored.size from user_storage join (
      select owner_id, sum(size) as size from (
        select owner_id, size from items union all select owner_id, size from item_versions
      ) as content group by owner_id
    ) as stored on stored.owner_id = user_storage.user_id where used <> stored.size`.execute(
    server.database.db,
  );
  return rows;
};
const save = async (bytes: Buffer): Promise<Item> =>
  (await (await server.client.binary({ name: 'a.bin', on_conflict: 'replace' }, bytes)).json()) as Item;
const listed = async (id: string): Promise<VersionList> =>
  (await (await server.client.get(`/api/items/${id}/versions`)).json()) as VersionList;

/** Saves a file with each of these contents in turn. @returns it; all but the last are its versions */
const saveAll = async (contents: readonly Buffer[]): Promise<Item> => {
  const [first, ...more] = contents;
  let file = await save(first ?? Buffer.alloc(0));
  for (const bytes of more) {
    // Saves in quick succession make one version.
    await server.database.db
      .updateTable('blobs')
      .set({ created_at: sql`created_at - 100000`, stored_by: null })
      .execute();
    file = await save(bytes);
  }
  return file;
};
/** The checksums of what the owner reads: of the current content, and of each version. */
const readable = async (id: string): Promise<string[]> => {
  const { data } = await listed(id);
  const versions = data.map((version) => `/api/items/${id}/versions/${version.id}/content`);
  const sums: string[] = [];
  for (const path of [`/api/files/${id}/content`, ...versions])
    sums.push(sha256(new Uint8Array(await (await server.client.get(path)).arrayBuffer())));
  return sums.toSorted();
};
/** Ends the server, and has the doctor read everything. */
const expectSound = async (): Promise<void> => {
  await server.process.kill();
  expect(await examine(server, '--read-data-subset', '100%')).toEqual(nothingWrong);
};

it('a server killed between restores loses none of the contents of a file', async () => {
  const contents = Array.from({ length: 4 }, () => randomBytes(20_000));
  const { id } = (await saveAll(contents)).data;
  const known = contents.map((bytes) => sha256(bytes)).toSorted();
  const restored: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    const alive = new AbortController();
    const restore = async (): Promise<void> => {
      while (!alive.signal.aborted) {
        try {
          const { data } = await listed(id);
          const { id: version = '' } = data[Math.floor(Math.random() * data.length)] ?? {};
          const answer = await server.client.post(`/api/items/${id}/versions/${version}/restore`, {});
          restored.push(String(answer.status));
        } catch {
          // The server died before it answered.
          return;
        }
      }
    };
    const before = restored.length;
    const restores = [restore(), restore()];
    await eventually(() => expect(restored.length).toBeGreaterThan(before + 5));
    await server.process.kill();
    alive.abort();
    await Promise.all(restores);
    await server.start();
    expect(await readable(id)).toEqual(known);
    expect(await drifts()).toEqual([]);
  }
  expect(restored).toContain('200');
  await expectSound();
}, 240_000);

it('a thinning that was killed is finished by the next one, and loses no bytes that another version has', async () => {
  const { db } = server.database;
  const contents = Array.from({ length: 4 }, () => randomBytes(2_000));
  const { id } = (await saveAll(contents)).data;
  const versions = await db.selectFrom('item_versions').selectAll().orderBy('id').execute();
  const [oldest, ...stay] = versions.map(({ id: version, blob_id: blobId, size }) => ({
    version,
    blobId,
    size,
  }));
  const storeId = await activeStoreOf(db);
  const begin = Date.now() - 366 * 24 * 60 * 60_000;
  const count = 5_000;
  const old = Array.from({ length: count }, (_, index) => {
    const { blobId = '', size = 0 } = stay[index % stay.length] ?? {};
    return { replacedAt: begin + index, blobId, size };
  });
  const planting = { parts: { db }, clock: { now: () => Date.now() }, storeId };
  await plantVersions(planting, { id, type: 'file' }, old);
  // The bytes of one old version are of no other.
  await db
    .updateTable('item_versions')
    .set({ id: createId(begin - 1) })
    .where('id', '=', oldest?.version ?? '')
    .execute();
  const left = async (): Promise<number> => {
    const rows = await db
      .selectFrom('item_versions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .execute();
    return Number(rows[0]?.count);
  };
  /** Lets the server's next look at its queue find a thinning that is due. */
  const due = async (): Promise<void> => {
    await db.deleteFrom('jobs').where('kind', '=', 'versions.thin').execute();
    await db
      .insertInto('jobs')
      .values({
        id: createId(Date.now()),
        kind: 'versions.thin',
        dedupe_key: 'all',
        lane: '',
        payload: '{}',
        run_at: 1,
        max_attempts: 5,
        created_at: Date.now(),
      })
      .execute();
  };
  await server.process.kill();
  await due();
  await server.start();
  await eventually(async () => expect(await left()).toBeLessThan(count));
  await server.process.kill();
  expect(await drifts()).toEqual([]);
  await due();
  await server.start();
  await eventually(async () => expect(await left()).toBe(stay.length));
  expect(await drifts()).toEqual([]);
  expect(await readable(id)).toEqual(
    contents
      .slice(1)
      .map((bytes) => sha256(bytes))
      .toSorted(),
  );
  const unreferenced = db.selectFrom('blobs').select('id').where('unreferenced_at', 'is not', null);
  expect(await unreferenced.execute()).toEqual([{ id: oldest?.blobId }]);
  await expectSound();
}, 240_000);
