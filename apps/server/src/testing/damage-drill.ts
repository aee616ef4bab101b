import { randomBytes } from 'node:crypto';
import type { listDamagedFiles } from '@holdall/contract/admin-damage';
import type { AnswersOf } from '@holdall/contract/endpoint';
import type { Item } from '@holdall/contract/files';
import { expect } from 'vitest';
import { findBlobBytes, replaceBlobBytes } from '#db/blob-bytes.ts';
import { normaliseKey, type BlobStore } from '#ports/blob-store.ts';
import { entryNames, fetchZip, zipPath } from '#testing/archives.ts';
import type { TestApp } from '#testing/create-test-app.ts';
import { jobsDone } from '#testing/jobs-done.ts';
import { sha256, type UploadClient } from '#testing/upload-client.ts';
import { largeContent } from '#testing/large-content.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Returns other bytes than the given ones; undefined: none. */
type Change = (bytes: Buffer) => Buffer | undefined;

const damageStored = async (blobs: BlobStore, key: string, change: Change): Promise<void> => {
  const pieces: Buffer[] = [];
  for await (const piece of await blobs.read(normaliseKey(key))) pieces.push(Buffer.from(piece));
  const bytes = change(Buffer.concat(pieces));
  await blobs.remove(normaliseKey(key));
  if (bytes === undefined) return;
  const writer = await blobs.stage(normaliseKey(key), 0);
  await writer.write(bytes);
  await writer.flush();
  await writer.close();
  await blobs.publish(normaliseKey(key), bytes.length);
};

/** Turns one bit round. */
export const flipped = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(bytes);
  const at = Math.floor(copy.length / 2);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};

const blobOf = ({ parts: { db } }: TestApp, { data: { id } }: Item) =>
  db
    .selectFrom('items')
    .innerJoin('blobs', 'blobs.id', 'items.blob_id')
    .select(['blobs.key', 'blobs.store_id'])
    .where('items.id', '=', id)
    .executeTakeFirstOrThrow();

/** Returns the key under which the bytes of a file are stored. */
export const keyOf = async (server: TestApp, file: Item): Promise<string> => (await blobOf(server, file)).key;

/** Returns the bytes of a file that are in the database; undefined if there are none. */
export const bytesInDatabase = async (server: TestApp, file: Item): Promise<Buffer | undefined> => {
  const { key, store_id: store } = await blobOf(server, file);
  return store === null ? findBlobBytes(server.parts.db, key) : undefined;
};

/** Puts other bytes in the place of a file's, in its store or in the database, behind the server's back. */
export const damageFile = async (server: TestApp, file: Item, change: Change): Promise<void> => {
  const { key, store_id: store } = await blobOf(server, file);
  const { db } = server.parts;
  if (store !== null) return damageStored(server.blobs, key, change);
  const bytes = change((await findBlobBytes(db, key)) ?? Buffer.alloc(0));
  if (bytes === undefined) await db.deleteFrom('blob_bytes').where('key', '=', key).execute();
  else await replaceBlobBytes(db, { key, bytes });
};

/** A content for each place where the bytes of files are. */
export const contents = [
  { where: 'the database', bytes: Buffer.from('bytes') },
  { where: 'a store', bytes: Buffer.from(largeContent('bytes')) },
] as const;

export interface Drill {
  readonly server: TestApp;
  readonly client: () => UploadClient;
  readonly signInAgain: () => Promise<void>;
}

/** Returns the damaged files that administrators see. */
export const damagedIn = async (client: UploadClient): Promise<AnswersOf<typeof listDamagedFiles>> => {
  const answer = await client.get('/api/admin/server/damaged?limit=100');
  expect(answer.status).toBe(200);
  return (await answer.json()) as AnswersOf<typeof listDamagedFiles>;
};

/** Has everything be read once, as in the time that the settings say. */
export const scrubbed = async ({ server, signInAgain }: Drill): Promise<void> => {
  await server.services.sweep();
  // The first slice begins the reading; the one that comes when its time is over ends it.
  for (const time of [11 * minute, 31 * day]) {
    server.clock.advance(time);
    await jobsDone(server, 'scrub');
    // News that is not sent by then has lost its point.
    await jobsDone(server, 'mail');
  }
  await signInAgain();
};

/**
 * The drill: bytes of some files are flipped, cut off or deleted behind the server's back, in the store and in the database. Exactly
 * these are found, refused, named in archives, restored from a backup, and as before then.
 *
 * @returns how many were found, and how many of twenty are whole in the end
 */
export const drillDamage = async (drill: Drill): Promise<{ found: number; whole: number }> => {
  const { server, client } = drill;
  const countSmall = async (): Promise<number> => {
    const inDatabase = await Promise.all(files.map(({ item }) => bytesInDatabase(server, item)));
    return inDatabase.filter((bytes) => bytes !== undefined).length;
  };
  const top = await client().folder('top');
  const files: { readonly item: Item; readonly bytes: Buffer; readonly name: string }[] = [];
  for (let index = 10; index < 30; index += 1) {
    const bytes = randomBytes(index === 12 ? 3_000_000 : index % 2 === 0 ? 20_000 + index : 1_000 + index);
    const name = `file ${index}`;
    files.push({ item: await client().put(name, bytes, top), bytes, name });
  }
  expect(await countSmall()).toBe(10);
  await client().post('/api/admin/server/backups', {});
  await jobsDone(server, 'backup');

  const harmed = files.slice(0, 8);
  for (const [index, { item }] of harmed.entries()) {
    const change =
      index < 4 ? flipped : index < 6 ? (bytes: Buffer) => bytes.subarray(0, 10) : () => undefined;
    await damageFile(server, item, change);
  }
  await scrubbed(drill);

  const names = harmed.map(({ name }) => name).toSorted();
  const found = await damagedIn(client());
  expect(found.data.map(({ attributes: { name } }) => name).toSorted()).toEqual(names);
  expect(found.meta).toMatchObject({ total: 8, damaged: 8, unread: 0, progress: null });
  expect(Date.parse(found.meta.verified_at ?? '')).toBeGreaterThan(Date.now());
  for (const { item, bytes } of files) {
    const answer = await client().get(`/api/files/${item.data.id}/content`);
    const body = Buffer.from(await answer.arrayBuffer());
    if (harmed.some((one) => one.item === item)) expect(answer.status).toBe(410);
    else expect([answer.status, sha256(body)]).toEqual([200, sha256(bytes)]);
  }
  const sound = files.slice(8).map(({ name }) => `top/${name}`);
  expect(await entryNames(await fetchZip(client(), zipPath(top)))).toEqual(
    ['Files left out.txt', 'top/', ...sound].toSorted(),
  );

  expect((await client().post('/api/admin/server/damaged/restore', {})).status).toBe(204);
  await jobsDone(server, 'files.restore');
  expect(await damagedIn(client())).toMatchObject({
    data: [],
    meta: { damaged: 0, restoring: false, restored: { restored: 8, lacking: 0 }, failed: null },
  });
  expect(await countSmall()).toBe(10);
  let whole = 0;
  for (const { item, bytes } of files)
    if ((await client().downloadedSha256(item)) === sha256(bytes)) whole += 1;
  expect(await entryNames(await fetchZip(client(), zipPath(top)))).toEqual(
    ['top/', ...files.map(({ name }) => `top/${name}`)].toSorted(),
  );
  return { found: found.meta.damaged, whole };
};
