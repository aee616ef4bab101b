import { randomBytes } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Item } from '@holdall/contract/files';
import { expect, test } from 'vitest';
import { filesEvent } from '#ports/events.ts';
import { testEmail } from '#testing/create-test-app.ts';
import { shareOf } from '#testing/guest-client.ts';
import { entryNames, fetchZip, zipPath } from '#testing/archives.ts';
import { createTreeClient } from '#testing/tree-client.ts';
import { useUploads } from '#testing/use-uploads.ts';

const { server, client, nobody } = useUploads();

const content = ({ data }: Item): string => `/api/files/${data.id}/content`;

/** Marks the bytes of a file as damaged, like the scrubber. */
const mark = async ({ data: { id } }: Item): Promise<void> => {
  const { db, events } = server.parts;
  const item = await db.selectFrom('items').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await db
    .updateTable('blobs')
    .set({ damaged_at: 1 })
    .where('id', '=', item.blob_id ?? '')
    .execute();
  await db.updateTable('items').set({ damaged_at: 1 }).where('id', '=', id).execute();
  events.publish(filesEvent({ ownerId: item.owner_id, origin: undefined, everything: true }));
};

const textIn = (archive: Buffer, name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'holdall-zip-'));
  try {
    writeFileSync(join(folder, 'a.zip'), archive);
    return execFileSync('unzip', ['-p', join(folder, 'a.zip'), name], { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
};

test('a damaged file is refused with 410 and a code, also for a range, and marked in listings', async () => {
  const file = await client.put('a.txt', Buffer.from('bytes'));
  await mark(file);
  for (const headers of [{}, { range: 'bytes=1-2' }]) {
    const answer = await client.get(content(file), headers);
    expect(answer.status).toBe(410);
    expect(await answer.json()).toMatchObject({ code: 'item.damaged' });
  }
  const listing = (await (await client.get('/api/browse/folders/root')).json()) as {
    files: { data: Item[] };
  };
  expect(listing.files.data.map(({ data }) => data.attributes.damaged_at)).toEqual([
    '1970-01-01T00:00:00.001Z',
  ]);
});

test('a file whose bytes are missing without a mark is refused as well', async () => {
  const file = await client.put('a.bin', randomBytes(2_000_000));
  for await (const { key } of server.blobs.list()) await server.blobs.remove(key);
  const answer = await client.get(content(file));
  expect([answer.status, (await answer.json()) as object]).toMatchObject([410, { code: 'item.damaged' }]);
});

test('guests are refused a damaged file like its owner, and their archives omit it', async () => {
  const top = await client.folder('top');
  const file = await client.put('a.txt', Buffer.from('bytes'), top);
  await mark(file);
  const ada = await createTreeClient(server, testEmail);
  const token = await shareOf(ada, { id: top.data.id, type: 'folder' });
  const guest = nobody();
  const answer = await guest.get(`${content(file)}/${token}`);
  expect([answer.status, (await answer.json()) as object]).toMatchObject([410, { code: 'item.damaged' }]);
  const archive = await fetchZip(guest, `/api/zip/${token}?items=${file.data.id}%7Cfile`);
  expect(await entryNames(archive)).toEqual(['Files left out.txt']);
});

test('an archive omits and lists damaged files; its length, ETag and ranges are right', async () => {
  const top = await client.folder('top');
  const inner = await client.folder('inner', top);
  await client.put('sound.txt', Buffer.from('sound'), inner);
  const lost = await client.put('lost.txt', Buffer.from('lost'), inner);
  await client.put('Files left out.txt', Buffer.from('taken'), top);
  const alone = await client.put('alone.txt', Buffer.from('alone'));
  const before = (await client.get(zipPath(top, alone))).headers.get('etag');
  await mark(lost);
  await mark(alone);

  const path = zipPath(top, alone);
  const answer = await client.get(path);
  const archive = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get('content-length')).toBe(String(archive.length));
  expect(answer.headers.get('etag')).not.toBe(before);
  expect(await entryNames(archive)).toEqual([
    'Files left out.txt',
    'top/',
    'top/Files left out.txt',
    'top/inner/',
    'top/inner/sound.txt',
  ]);
  const note = textIn(archive, 'Files left out.txt');
  expect(note.split('\r\n').slice(3)).toEqual(['alone.txt', 'top/inner/lost.txt', '']);
  // Any range equals the slice of the whole.
  const at = archive.indexOf('alone.txt\r\n');
  for (const [start, end] of [
    [at - 40, at + 12],
    [at + 2, archive.length - 1],
  ] as const) {
    const part = await client.get(path, {
      range: `bytes=${start}-${end}`,
      'if-range': answer.headers.get('etag') ?? '',
    });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(archive.subarray(start, end + 1))).toBe(true);
  }
  // A selection of damaged files alone contains only the list.
  expect(await entryNames(await fetchZip(client, zipPath(alone)))).toEqual(['Files left out.txt']);
});
