import { randomBytes } from 'node:crypto';
import type { listDamagedFiles } from '@holdall/contract/admin-damage';
import type { AnswersOf } from '@holdall/contract/endpoint';
import type { Item } from '@holdall/contract/files';
import { expect } from 'vitest';
import { normaliseKey, type BlobStore } from '#ports/blob-store.ts';
import { entryNames, fetchZip, zipPath } from '#testing/archives.ts';
import type { TestApp } from '#testing/create-test-app.ts';
import { jobsDone } from '#testing/jobs-done.ts';
import { sha256, type UploadClient } from '#testing/upload-client.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Puts other bytes where a blob is; undefined: takes it away. */
export const damageBlob = async (
  blobs: BlobStore,
  key: string,
  change: (bytes: Buffer) => Buffer | undefined,
): Promise<void> => {
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

/** The key under which the bytes of a file are kept. */
export const keyOf = async ({ parts: { db } }: TestApp, { data: { id } }: Item): Promise<string> => {
  const { key } = await db
    .selectFrom('items')
    .innerJoin('blobs', 'blobs.id', 'items.blob_id')
    .select('blobs.key')
    .where('items.id', '=', id)
    .executeTakeFirstOrThrow();
  return key;
};

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
 * The drill: bytes of some files are flipped, cut off or deleted behind the server's back. Exactly these are found, refused,
 * named in archives, restored from a backup, and as before then.
 *
 * @returns how many were found, and how many of twenty are whole in the end
 */
export const drillDamage = async (drill: Drill): Promise<{ found: number; whole: number }> => {
  const { server, client } = drill;
  const top = await client().folder('top');
  const files: { readonly item: Item; readonly bytes: Buffer; readonly name: string }[] = [];
  for (let index = 10; index < 30; index += 1) {
    const bytes = randomBytes(index === 12 ? 3_000_000 : 1_000 + index);
    const name = `file ${index}`;
    files.push({ item: await client().put(name, bytes, top), bytes, name });
  }
  await client().post('/api/admin/server/backups', {});
  await jobsDone(server, 'backup');

  const harmed = files.slice(0, 8);
  for (const [index, { item }] of harmed.entries()) {
    const change =
      index < 4 ? flipped : index === 4 ? (bytes: Buffer) => bytes.subarray(0, 10) : () => undefined;
    await damageBlob(server.blobs, await keyOf(server, item), change);
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
  let whole = 0;
  for (const { item, bytes } of files)
    if ((await client().downloadedSha256(item)) === sha256(bytes)) whole += 1;
  expect(await entryNames(await fetchZip(client(), zipPath(top)))).toEqual(
    ['top/', ...files.map(({ name }) => `top/${name}`)].toSorted(),
  );
  return { found: found.meta.damaged, whole };
};
