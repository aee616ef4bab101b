import { randomBytes } from 'node:crypto';
import type { prepareZip } from '@holdall/contract/downloads';
import type { AnswersOf } from '@holdall/contract/endpoint';
import type { Item } from '@holdall/contract/files';
import type { ItemRef } from '@holdall/contract/selections';
import { describe, expect, it } from 'vitest';
import { entryNames, fetchZip, zipPath } from '#testing/archives.ts';
import type { UploadClient } from '#testing/upload-client.ts';
import { problemOf, useUploads } from '#testing/use-uploads.ts';

const { server, client, clientOf, nobody, signInAgain } = useUploads();

const ref = ({ data: { id, type } }: Item): ItemRef => ({ id, type });
/** Prepares a selection: `{ items }` or `{ all_of }`. */
const prepare = (payload: object, who: UploadClient = client) => who.post('/api/zip', payload);
const prepared = async (payload: object): Promise<AnswersOf<typeof prepareZip>['data']> => {
  const answer = await prepare(payload);
  expect(answer.status).toBe(201);
  return ((await answer.json()) as AnswersOf<typeof prepareZip>).data;
};
/** Returns the status and the code of a refused call. */
const refusal = async (answer: Response) => [answer.status, (await problemOf(answer)).code];

describe('a prepared selection', () => {
  it('is downloaded from the returned address', async () => {
    const items: Item[] = [];
    for (let index = 0; index < 30; index += 1) items.push(await client.put(`f${index}`, randomBytes(index)));
    const selection = await prepared({ items: items.map(ref) });
    const archive = await fetchZip(client, selection.url);
    expect(selection).toMatchObject({ size: archive.length, entries: 30, name: 'files.zip' });
    expect(await entryNames(archive)).toHaveLength(30);
  });

  it('may be everything in a folder except some items, or the whole account', async () => {
    const top = await client.folder('top');
    const [a] = [await client.put('a', randomBytes(1), top), await client.put('b', randomBytes(1), top)];
    await client.put('c', randomBytes(1));
    const namesIn = async (all: object) =>
      entryNames(await fetchZip(client, (await prepared({ all_of: all })).url));
    expect(await namesIn({ id: top.data.id, except: [a.data.id] })).toEqual(['b']);
    expect(await namesIn({ id: 'root' })).toEqual(['c', 'top/', 'top/a', 'top/b']);
    const empty = await prepare({ all_of: { id: (await client.folder('empty')).data.id } });
    expect(await refusal(empty)).toEqual([404, 'zip.empty']);
    const trash = await prepare({ all_of: { id: 'root', in: 'trash' } });
    expect(await refusal(trash)).toEqual([404, 'item.not_found']);
  });

  it('is private, expires after a day, and is swept', async () => {
    const file = await client.put('a', randomBytes(1));
    const { url } = await prepared({ items: [ref(file)] });
    const eve = await clientOf('eve@example.com');
    expect(await refusal(await eve.get(url))).toEqual([404, 'item.not_found']);
    server.clock.advance(23 * 3_600_000);
    await server.services.sweep();
    await signInAgain();
    expect((await client.get(url)).status).toBe(200);
    server.clock.advance(3_600_001);
    expect((await client.get(url)).status).toBe(404);
    await server.services.sweep();
    expect(await server.parts.db.selectFrom('zip_selections').selectAll().execute()).toEqual([]);
  });

  it('is one of at most fifty', async () => {
    const file = await client.put('a', randomBytes(1));
    for (let index = 0; index < 52; index += 1) await prepared({ items: [ref(file)] });
    expect(await server.parts.db.selectFrom('zip_selections').select('id').execute()).toHaveLength(50);
  });
});

describe('stored selections', () => {
  it('take a few megabytes of an account, except for the newest one', async () => {
    const file = await client.put('a', randomBytes(1));
    const { url } = await prepared({ items: [ref(file)] });
    const ids = Array.from(
      { length: 10_000 },
      (_, index) => `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    );
    const large = { all_of: { id: 'root', except: ids } };
    for (let index = 0; index < 12; index += 1) await prepared(large);
    const rows = await server.parts.db.selectFrom('zip_selections').select(['id', 'payload']).execute();
    const bytes = rows.reduce((sum, row) => sum + row.payload.length, 0);
    expect(bytes).toBeLessThanOrEqual(4 * 1024 * 1024);
    expect(rows.length).toBeGreaterThan(5);
    expect((await client.get(url)).status).toBe(404);
    expect((await client.get((await prepared(large)).url)).status).toBe(200);
  });
});

describe('a forbidden archive', () => {
  it.each([
    ['', 'items'],
    ['?items=', 'items'],
    ['?items=x', 'items.0.id'],
    ['?items=018f0000-0000-7000-8000-000000000000|link', 'items.0.type'],
    ['?items=018f0000-0000-7000-8000-000000000000|file|folder', 'items.0.type'],
    [
      '?items=018f0000-0000-7000-8000-000000000000|file&selection=018f0000-0000-7000-8000-000000000000',
      'items',
    ],
    ['?selection=../x', 'selection'],
  ])('requested as %j is refused naming the field', async (query, field) => {
    const answer = await client.get(`/api/zip${query}`);
    expect(answer.status).toBe(422);
    expect(Object.keys(((await answer.json()) as { errors: object }).errors)).toContain(field);
  });

  it('of a hidden or mistyped item is not found', async () => {
    const [mine, folderOfMine] = [await client.put('a', randomBytes(1)), await client.folder('b')];
    const eve = await clientOf('eve@example.com');
    const hers = await eve.folder('hers');
    for (const [who, path] of [
      [eve, zipPath(mine)],
      [eve, zipPath(hers, folderOfMine)],
      [client, zipPath(hers, mine)],
      [client, `/api/zip?items=${mine.data.id}|folder`],
    ] as const)
      expect(await refusal(await who.get(path))).toEqual([404, 'item.not_found']);
    expect((await prepare({ all_of: { id: folderOfMine.data.id } }, eve)).status).toBe(404);
    expect((await nobody().get(zipPath(mine))).status).toBe(401);
  });

  it('is refused for a lack of rights, by every endpoint', async () => {
    const file = await client.put('a', randomBytes(1));
    const { url } = await prepared({ items: [ref(file)] });
    await server.parts.db.updateTable('users').set({ can_download: 0 }).execute();
    for (const ask of [
      () => client.get(zipPath(file)),
      () => client.get(url),
      () => prepare({ items: [ref(file)] }),
      () => prepare({ all_of: { id: 'root' } }),
    ])
      expect(await refusal(await ask())).toEqual([403, 'download.disabled']);
  });
});
