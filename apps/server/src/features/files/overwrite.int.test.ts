import type { Item } from '@holdall/contract/files';
import type { ItemRef } from '@holdall/contract/selections';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testPassword } from '#testing/create-test-app.ts';
import { createGuestClient, type GuestClient, shareOf } from '#testing/guest-client.ts';
import { purged } from '#testing/jobs-done.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada } = useTree();
const minute = 60_000;
let cookie: string;
beforeEach(async () => {
  cookie = await server.signIn();
});

// After every test the recorded usage of the account is the sum of its files and their versions.
afterEach(async () => {
  const drifts = await server.services.usage.verifyUsage();
  if (drifts.length > 0) throw new Error(`The usage is not the sum of the rows: ${JSON.stringify(drifts)}`);
});

interface SaveOptions {
  readonly parent?: ItemRef;
  readonly ifMatch?: string;
  readonly query?: string;
  /** The session that the person saves with: by default always the same one. */
  readonly by?: Readonly<Record<string, string>>;
}

const save = async (name: string, text: string, { parent, ifMatch, query, by }: SaveOptions = {}) => {
  const where = parent === undefined ? '' : `&parent_id=${parent.id}`;
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/upload?name=${encodeURIComponent(name)}${where}&${query ?? 'on_conflict=replace'}`,
    headers: {
      ...(by ?? { cookie }),
      'content-type': 'application/octet-stream',
      'content-length': String(Buffer.byteLength(text)),
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    },
    payload: text,
  });
  return { status: answer.statusCode, body: answer.json<Item>(), etag: String(answer.headers.etag) };
};
const saved = async (name: string, text: string, options: SaveOptions = {}): Promise<ItemRef> => {
  const { status, body } = await save(name, text, options);
  expect(status).toBe(201);
  return { id: body.data.id, type: 'file' };
};
const contentOf = async (item: ItemRef, of = 'content'): Promise<string> =>
  (
    await server.app.inject({
      url: `/api/${of === 'content' ? 'files' : 'items'}/${item.id}/${of}`,
      headers: { cookie },
    })
  ).body;
/** The contents of the versions, oldest first. */
const versionsOf = async (item: ItemRef): Promise<string[]> => {
  const rows = await server.parts.db
    .selectFrom('item_versions')
    .select('id')
    .where('item_id', '=', item.id)
    .orderBy('id')
    .execute();
  return Promise.all(rows.map(({ id }) => contentOf(item, `versions/${id}/content`)));
};
const rowOf = (item: ItemRef) =>
  server.parts.db.selectFrom('items').selectAll().where('id', '=', item.id).executeTakeFirstOrThrow();
const unreferenced = async (): Promise<number> =>
  (await server.parts.db.selectFrom('blobs').select('id').where('unreferenced_at', 'is not', null).execute())
    .length;

describe('a file that is replaced', () => {
  it('stays the same item with its link and its place, and the old content is a version', async () => {
    const folder = await ada.folder('f');
    const file = await saved('a.txt', 'old', { parent: folder });
    await shareOf(ada, file);
    const before = await rowOf(file);
    server.clock.advance(minute);
    const query = 'on_conflict=replace&last_modified=1000';
    expect(await saved('a.txt', 'newer', { parent: folder, query })).toEqual(file);
    const { blob_id: blobBefore } = before;
    const after = await rowOf(file);
    expect(after).toEqual({ ...before, blob_id: after.blob_id, size: 5, modified_at: 1_000 });
    expect(after.blob_id).not.toBe(blobBefore);
    expect(await contentOf(file)).toBe('newer');
    const versions = await server.parts.db.selectFrom('item_versions').selectAll().execute();
    expect(versions).toMatchObject([
      {
        item_id: file.id,
        owner_id: ada.userId,
        blob_id: blobBefore,
        size: 3,
        modified_at: before.modified_at,
      },
    ]);
    const storedBy = await server.parts.db.selectFrom('blobs').select('stored_by').execute();
    expect(storedBy.map((row) => row.stored_by)).toEqual([`user:${ada.userId}`, `user:${ada.userId}`]);
    const shares = await server.parts.db.selectFrom('shares').select('item_id').execute();
    expect(shares).toEqual([{ item_id: file.id }]);
    expect((await ada.browse(folder)).files.data).toHaveLength(1);
  });

  it('is in the trash with its versions, and they go with it for good', async () => {
    const file = await saved('a.txt', 'old');
    await saved('a.txt', 'new');
    await ada.remove([file]);
    expect(await server.parts.db.selectFrom('item_versions').select('id').execute()).toHaveLength(1);
    await ada.remove([file], true);
    await purged(server);
    expect(await server.parts.db.selectFrom('items').select('id').execute()).toEqual([]);
    expect(await server.parts.db.selectFrom('item_versions').select('id').execute()).toEqual([]);
    expect(await unreferenced()).toBe(2);
  });

  it('with its own bytes gets a new time, and no version', async () => {
    const file = await saved('a.txt', 'same');
    const { blob_id: blobId } = await rowOf(file);
    const query = 'on_conflict=replace&last_modified=1000';
    expect(await saved('a.txt', 'same', { query })).toEqual(file);
    expect(await rowOf(file)).toMatchObject({ blob_id: blobId, modified_at: 1_000 });
    expect(await versionsOf(file)).toEqual([]);
    expect(await unreferenced()).toBe(1);
  });
});

describe('saves in quick succession', () => {
  it('keep the content before the first of them, and again after a minute', async () => {
    const file = await saved('a.txt', 'original');
    server.clock.advance(10 * minute);
    for (const text of ['1', '2', '3']) {
      await saved('a.txt', text);
      server.clock.advance(10_000);
    }
    expect(await versionsOf(file)).toEqual(['original']);
    server.clock.advance(30_001);
    await saved('a.txt', '4');
    expect(await versionsOf(file)).toEqual(['original', '3']);
    await saved('a.txt', '5');
    expect(await versionsOf(file)).toEqual(['original', '3']);
    expect(await contentOf(file)).toBe('5');
  });

  it('with several devices keep what each has stored last', async () => {
    const createToken = async (): Promise<Record<string, string>> => {
      const made = await server.app.inject({
        method: 'POST',
        url: '/api/user/tokens',
        headers: { cookie },
        payload: { current_password: testPassword, name: 'Sync', scope: 'write' },
      });
      const { data } = made.json<{ data: { attributes: { token: string } } }>();
      return { authorization: `Bearer ${data.attributes.token}` };
    };
    const phone = { cookie: await server.signIn() };
    const [program, other] = [await createToken(), await createToken()];
    const file = await saved('a.txt', 'original');
    server.clock.advance(10 * minute);
    await saved('a.txt', 'laptop');
    await saved('a.txt', 'phone 1', { by: phone });
    await saved('a.txt', 'phone 2', { by: phone });
    expect(await versionsOf(file)).toEqual(['original', 'laptop']);
    for (const text of ['program 1', 'program 2', 'program 3']) await saved('a.txt', text, { by: program });
    await saved('a.txt', 'other', { by: other });
    await saved('a.txt', 'laptop again');
    expect(await versionsOf(file)).toEqual(['original', 'laptop', 'phone 2', 'program 3', 'other']);
  });

  it('of another one keep every content, and so does an empty one, which is never a version', async () => {
    const folder = await ada.folder('f');
    const file = await saved('a.txt', 'original', { parent: folder });
    const token = await shareOf(ada, folder, { permission: 'editor' });
    const guest = createGuestClient(server);
    await guest.get(`/api/browse/share/${token}`);
    const replacing = { name: 'a.txt', query: 'on_conflict=replace' };
    await saved('a.txt', 'ada', { parent: folder });
    expect((await guest.upload(token, replacing, 'guest')).status).toBe(201);
    await saved('a.txt', '', { parent: folder });
    expect(await versionsOf(file)).toEqual(['original', 'ada', 'guest']);
    await saved('a.txt', 'again', { parent: folder });
    expect(await versionsOf(file)).toEqual(['original', 'ada', 'guest']);
    await saved('a.txt', '', { parent: folder });
    expect(await versionsOf(file)).toEqual(['original', 'ada', 'guest', 'again']);
  });
});

describe('If-Match', () => {
  it('replaces exactly the content that it names, and the answer has the tag of the next', async () => {
    const first = await save('a.txt', 'one');
    const tag = async (): Promise<string> =>
      String(
        (
          await server.app.inject({
            url: `/api/files/${first.body.data.id}/content`,
            headers: { cookie },
          })
        ).headers.etag,
      );
    expect(first.etag).toBe(await tag());
    const second = await save('a.txt', 'two', { ifMatch: `"other", ${first.etag}`, query: '' });
    expect([second.status, second.body.data.id]).toEqual([201, first.body.data.id]);
    expect(second.etag).toBe(await tag());
    for (const ifMatch of [first.etag, `W/${second.etag}`, 'nonsense'])
      expect(await save('a.txt', 'three', { ifMatch })).toMatchObject({
        status: 412,
        body: { code: 'item.changed', existing: { id: first.body.data.id, type: 'file', size: 3 } },
      });
    expect((await save('a.txt', 'three', { ifMatch: '*' })).status).toBe(201);
    expect(await versionsOf({ id: first.body.data.id, type: 'file' })).toEqual(['one']);
  });

  it('is refused where no file or a folder has the name', async () => {
    for (const ifMatch of ['*', '"x"']) {
      const answer = await save('a.txt', 'x', { ifMatch });
      expect(answer).toMatchObject({ status: 412, body: { code: 'item.changed' } });
      expect(answer.body).not.toHaveProperty('existing');
      expect(await save('a.txt', 'x', { ifMatch, query: 'path=new%2F' })).toMatchObject({ status: 412 });
    }
    await ada.folder('a.txt');
    expect(await save('a.txt', 'x', { ifMatch: '*' })).toMatchObject({
      status: 409,
      body: { code: 'item.name_taken' },
    });
    expect(await ada.names()).toEqual(['a.txt']);
  });

  it('lets one of several saves with one tag win', async () => {
    const { etag, body } = await save('a.txt', 'before');
    for (let round = 0; round < 5; round += 1) {
      const current = round === 0 ? etag : `"${await sumOf(body.data.id)}"`;
      const answers = await Promise.all(
        ['a', 'b', 'c', 'd'].map((text) => save('a.txt', `${round} ${text}`, { ifMatch: current })),
      );
      expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '412', '412', '412']);
    }
  });
});

const sumOf = async (id: string): Promise<string> => {
  const { sha256 } = await server.parts.db
    .selectFrom('items')
    .innerJoin('blobs', 'blobs.id', 'items.blob_id')
    .select('blobs.sha256')
    .where('items.id', '=', id)
    .executeTakeFirstOrThrow();
  return sha256;
};

describe('races', () => {
  const texts = ['a', 'b', 'c', 'd', 'e', 'f'];

  it('several who replace a file at once all succeed, and each content is current or a version', async () => {
    const folder = await ada.folder('f');
    const file = await saved('a.txt', 'original', { parent: folder });
    const token = await shareOf(ada, folder, { permission: 'editor' });
    const guests = texts.map(() => createGuestClient(server));
    for (const guest of guests) await guest.get(`/api/browse/share/${token}`);
    const answers = await Promise.all(
      guests.map((guest, index) =>
        guest.upload(token, { name: 'a.txt', query: 'on_conflict=replace' }, texts[index] ?? ''),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 201));
    const all = [...(await versionsOf(file)), await contentOf(file)];
    expect(all[0]).toBe('original');
    expect(all.slice(1).toSorted()).toEqual(texts);
  });
});

describe('a guest’s overwriting', () => {
  const send = async (guest: GuestClient, path: string, text: string): Promise<void> => {
    const headers = { 'content-length': String(Buffer.byteLength(text)) };
    const answer = await guest.call('POST', `${path}&on_conflict=replace`, { bytes: text, headers });
    expect(answer.status).toBe(201);
  };
  const begin = async () => {
    const folder = await ada.folder('f');
    const file = await saved('a.txt', 'original', { parent: folder });
    const token = await shareOf(ada, folder, { permission: 'editor' });
    const guest = createGuestClient(server);
    await guest.get(`/api/browse/share/${token}`);
    const replace = (text: string) => send(guest, `/api/editor/upload/${token}?name=a.txt`, text);
    return { folder, file, token, replace, revert: () => ada.call('POST', `/api/share/${token}/revert`, {}) };
  };

  it('is reverted: the former content comes back, and that of the guest is a version', async () => {
    const { file, replace, revert } = await begin();
    await replace('by guest');
    expect(await revert()).toMatchObject({ meta: { reverted: 1, kept: 0 } });
    expect(await contentOf(file)).toBe('original');
    expect(await versionsOf(file)).toEqual(['by guest']);
    expect(await rowOf(file)).toMatchObject({ size: 8, deleted_at: null });
  });

  it('in quick succession is one change, and that of a minute later another', async () => {
    const { file, replace, revert } = await begin();
    for (const text of ['1', '2', '3']) await replace(text);
    server.clock.advance(minute);
    await replace('4');
    expect(await versionsOf(file)).toEqual(['original', '3']);
    expect(await revert()).toMatchObject({ meta: { reverted: 2, kept: 0 } });
    expect(await contentOf(file)).toBe('original');
    expect(await versionsOf(file)).toEqual(['4', '3']);
  });

  it('is reverted where the guest’s program empties the file first', async () => {
    const { file, replace, revert } = await begin();
    for (const text of ['', 'by guest', '', 'again']) await replace(text);
    expect(await versionsOf(file)).toEqual(['original', 'by guest']);
    expect(await revert()).toMatchObject({ meta: { reverted: 2, kept: 0 } });
    expect(await contentOf(file)).toBe('original');
    await replace('');
    server.clock.advance(minute);
    await replace('later');
    expect(await revert()).toMatchObject({ meta: { reverted: 2, kept: 0 } });
    expect(await contentOf(file)).toBe('original');
  });

  it('of an empty file is reverted, also where another guest has emptied it', async () => {
    const { folder, token, revert } = await begin();
    const empty = await saved('empty.txt', '', { parent: folder });
    for (const text of ['by a guest', '', 'by another guest']) {
      const guest = createGuestClient(server);
      await guest.get(`/api/browse/share/${token}`);
      await send(guest, `/api/editor/upload/${token}?name=empty.txt`, text);
    }
    expect(await versionsOf(empty)).toEqual(['', 'by a guest', '']);
    expect(await revert()).toMatchObject({ meta: { reverted: 3, kept: 0 } });
    expect(await contentOf(empty)).toBe('');
  });

  it('stays where its owner has saved since', async () => {
    const { folder, file, replace, revert } = await begin();
    await replace('by guest');
    await saved('a.txt', 'by owner', { parent: folder });
    expect(await revert()).toMatchObject({ meta: { reverted: 0, kept: 1 } });
    expect(await contentOf(file)).toBe('by owner');
  });
});
