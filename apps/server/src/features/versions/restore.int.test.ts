import type { Item } from '@holdall/contract/files';
import type { ItemRef } from '@holdall/contract/selections';
import type { VersionList } from '@holdall/contract/versions';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGuestClient, shareOf } from '#testing/guest-client.ts';
import { plantVersions } from '#testing/plant-versions.ts';
import { saveSettings } from '#testing/save-settings.ts';
import { useTree } from '#testing/use-tree.ts';
import { queriesOf } from '#testing/watch-queries.ts';

const { server, ada, signInAgain } = useTree();
let cookie: string;
let file: ItemRef;

/** Saves a text under a name, at a time of its own: what is saved in quick succession makes one version. */
const save = async (text: string, name = 'report.txt', more = ''): Promise<ItemRef> => {
  server.clock.advance(61_000);
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/upload?name=${name}&on_conflict=replace${more}`,
    headers: { cookie, 'content-type': 'application/octet-stream' },
    payload: text,
  });
  expect(answer.statusCode).toBe(201);
  return { id: answer.json<Item>().data.id, type: 'file' };
};
const textOf = async (item = file): Promise<string> =>
  (await server.app.inject({ url: `/api/files/${item.id}/content`, headers: { cookie } })).body;
const textOfVersion = async (version: string): Promise<string> =>
  (
    await server.app.inject({
      url: `/api/items/${file.id}/versions/${version}/content`,
      headers: { cookie },
    })
  ).body;
const listed = async (): Promise<VersionList> =>
  (await ada.call('GET', `/api/items/${file.id}/versions`)) as unknown as VersionList;
/** The texts of the versions, newest first. */
const texts = async (): Promise<string[]> => {
  const { data } = await listed();
  return Promise.all(data.map(({ id }) => textOfVersion(id)));
};
const idOf = async (text: string): Promise<string> => {
  const { data } = await listed();
  for (const { id } of data) if ((await textOfVersion(id)) === text) return id;
  throw new Error(`no version is ${text}`);
};
const restore = (version: string, body: object = {}) =>
  ada.call('POST', `/api/items/${file.id}/versions/${version}/restore`, body);
const used = async (): Promise<number> =>
  (await server.services.usage.findReport(ada.userId))?.row.used ?? Number.NaN;

beforeEach(async () => {
  cookie = await server.signIn();
  for (const text of ['one', 'two!', 'three']) file = await save(text);
});
afterEach(async () => {
  const drifts = await server.services.usage.verifyUsage();
  if (drifts.length > 0) throw new Error(`The usage is wrong: ${JSON.stringify(drifts)}`);
});

describe('a restored version', () => {
  it('becomes the current content, and the former one a version; nothing else is different', async () => {
    const before = await used();
    const answer = await restore(await idOf('one'));
    expect(answer).toMatchObject({ status: 200, data: { id: file.id, attributes: { size: 3 } } });
    expect([await textOf(), await texts()]).toEqual(['one', ['three', 'two!']]);
    expect(await used()).toBe(before);
    // Restores in quick succession are not coalesced.
    await restore(await idOf('three'));
    await restore(await idOf('two!'));
    expect([await textOf(), await texts()]).toEqual(['two!', ['three', 'one']]);
    expect(await ada.names()).toEqual(['report.txt']);
  });

  it('changes the address of the bytes, for guests as well, as every change of the content does', async () => {
    const guest = createGuestClient(server);
    const token = await shareOf(ada, file);
    const addresses = async (): Promise<string[]> => {
      const mine = (await ada.call('GET', `/api/items/${file.id}`)) as unknown as Item;
      const theirs = JSON.parse((await guest.get(`/api/items/${file.id}/${token}`)).body) as Item;
      return [mine, theirs].map(({ data }) => data.attributes.file_url ?? '');
    };
    const seen = await addresses();
    await restore(await idOf('one'));
    seen.push(...(await addresses()));
    await save('four');
    const last = await addresses();
    seen.push(...last);
    expect(new Set(seen).size).toBe(6);
    const [mine = '', theirs = ''] = last;
    expect(mine).toMatch(new RegExp(`^/api/files/${file.id}/content\\?v=[0-9a-f]{8}$`));
    expect((await server.app.inject({ url: mine, headers: { cookie } })).body).toBe('four');
    expect(await guest.get(theirs)).toMatchObject({ status: 200, body: 'four' });
    expect(await guest.get(`${theirs}&download`)).toMatchObject({ status: 200, body: 'four' });
  });

  it('stays a version as well where it is pinned, and then counts once more', async () => {
    const version = await idOf('one');
    await ada.call('PATCH', `/api/items/${file.id}/versions/${version}`, { label: 'Draft' });
    const before = await used();
    expect(await restore(version)).toMatchObject({ status: 200 });
    expect(await used()).toBe(before + 3);
    expect(await restore(version)).toMatchObject({ status: 200 });
    expect([await textOf(), await texts()]).toEqual(['one', ['three', 'two!', 'one']]);
    // The pinned version is the only one of its bytes, however often it comes and goes.
    await restore(await idOf('three'));
    expect([await textOf(), await texts()]).toEqual(['three', ['two!', 'one']]);
    expect(await used()).toBe(before);
  });

  it('is refused in the trash, without the right to upload, and where it is damaged or another file’s', async () => {
    const version = await idOf('one');
    const other = await save('x', 'other.txt');
    expect(await ada.call('POST', `/api/items/${other.id}/versions/${version}/restore`, {})).toMatchObject({
      code: 'version.not_found',
    });
    await ada.remove([file]);
    expect(await restore(version)).toMatchObject({ code: 'item.not_found' });
    await ada.restore([file]);
    const { db } = server.parts;
    await db.updateTable('users').set({ can_upload: 0 }).execute();
    expect(await restore(version)).toMatchObject({ code: 'upload.disabled' });
    await db.updateTable('users').set({ can_upload: 1 }).execute();
    await db.updateTable('blobs').set({ damaged_at: 1 }).execute();
    expect(await restore(version)).toMatchObject({ code: 'item.damaged' });
    expect(await texts()).toHaveLength(2);
  });

  it('takes the place of a damaged content', async () => {
    const { db } = server.parts;
    const { blob_id: blobId } = await db
      .selectFrom('items')
      .select('blob_id')
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('blobs')
      .set({ damaged_at: 1 })
      .where('id', '=', blobId ?? '')
      .execute();
    await db.updateTable('items').set({ damaged_at: 1 }).where('id', '=', file.id).execute();
    const answer = (await restore(await idOf('one'))) as unknown as Item;
    expect(answer.data.attributes.damaged_at).toBeUndefined();
    expect(await textOf()).toBe('one');
  });
});

describe('while versions are turned off', () => {
  it('replaced contents are gone, what is there stays, and a restore still keeps the former content', async () => {
    await saveSettings(server, { versions: false });
    const before = await used();
    await save('four');
    expect(await texts()).toEqual(['two!', 'one']);
    expect(await used()).toBe(before - 'three'.length + 'four'.length);
    await restore(await idOf('one'));
    expect([await textOf(), await texts()]).toEqual(['one', ['four', 'two!']]);
    await saveSettings(server, { versions: true });
    await save('five');
    expect(await texts()).toEqual(['one', 'four', 'two!']);
  });

  it('a content that a guest replaces is kept', async () => {
    await saveSettings(server, { versions: false });
    const folder = await ada.folder('shared');
    await ada.move([file], folder);
    const token = await shareOf(ada, folder, { permission: 'editor' });
    const guest = createGuestClient(server);
    await guest.upload(token, { name: 'report.txt', query: 'on_conflict=replace' }, 'by a guest');
    expect([await textOf(), (await texts())[0]]).toEqual(['by a guest', 'three']);
  });
});

it('listing, restoring and deleting cost as many statements among 1,000 versions as among a few', async () => {
  const steps = async (): Promise<number[]> => {
    const [restored, deleted] = [await idOf('one'), await idOf('two!')];
    const url = `/api/items/${file.id}/versions/${deleted}`;
    const calls = [listed, () => restore(restored), () => ada.call('DELETE', url)];
    const counts: number[] = [];
    for (const call of calls) counts.push((await queriesOf(call)).length);
    return counts;
  };
  const few = await steps();
  await plantVersions(
    server,
    file,
    Array.from({ length: 1_000 }, () => ({})),
  );
  for (const text of ['one', 'two!', 'three']) await save(text);
  expect(await steps()).toEqual(few);
});

describe('a version as a new file', () => {
  it('stands beside under a numbered name, with its own time, and counts', async () => {
    const before = await used();
    const folder = await ada.folder('f');
    await ada.move([file], folder);
    const { data } = await listed();
    const version = await idOf('one');
    const answer = (await restore(version, { as_copy: true })) as unknown as Item & { status: number };
    expect(answer.status).toBe(201);
    expect(answer.data.attributes).toMatchObject({
      name: 'report (1).txt',
      parent_id: folder.id,
      size: 3,
      modified_at: data.find(({ id }) => id === version)?.modified_at,
    });
    expect(await textOf({ id: answer.data.id, type: 'file' })).toBe('one');
    expect([await textOf(), await texts()]).toEqual(['three', ['two!', 'one']]);
    expect(await used()).toBe(before + 3);
    // The bytes live as long as one of both needs them.
    await ada.call('DELETE', `/api/items/${file.id}/versions/${version}`);
    const { db } = server.parts;
    const marked = db.selectFrom('blobs').select('id').where('unreferenced_at', 'is not', null);
    expect(await marked.execute()).toEqual([]);
  });

  it('is refused where there is no room for it', async () => {
    for (const { id } of (await listed()).data)
      await ada.call('PATCH', `/api/items/${file.id}/versions/${id}`, { pinned: true });
    await saveSettings(server, { subscription_type: 'fixed' });
    await server.services.usage.setCapacity(ada.userId, await used());
    const version = await idOf('one');
    expect(await restore(version, { as_copy: true })).toMatchObject({ code: 'storage.exceeded' });
    expect(await restore(version)).toMatchObject({ code: 'storage.exceeded' });
    expect(await ada.names()).toEqual(['report.txt']);
    await ada.call('PATCH', `/api/items/${file.id}/versions/${version}`, { pinned: false });
    // Bytes that are there already need no room.
    expect(await restore(version)).toMatchObject({ status: 200 });
  });
});

describe('a guest who may edit', () => {
  it('restores what was stored through the link, and the owner takes it back', async () => {
    const folder = await ada.folder('shared');
    await ada.move([file], folder);
    const token = await shareOf(ada, folder, { permission: 'editor' });
    const guest = createGuestClient(server);
    await guest.get(`/api/browse/share/${token}`);
    const write = async (text: string): Promise<void> => {
      server.clock.advance(61_000);
      const query = `on_conflict=replace&parent_id=${folder.id}`;
      expect((await guest.upload(token, { name: 'report.txt', query }, text)).status).toBe(201);
    };
    await write('guest one');
    await write('guest two');
    const list = (await guest.get(`/api/editor/versions/${file.id}/${token}`)).json<VersionList>();
    expect(list.data).toHaveLength(1);
    expect(list.data[0]?.stored_by).toEqual({ kind: 'you', name: '' });
    const path = (version = '') => `/api/editor/versions/${file.id}/${version}/restore/${token}`;
    expect((await guest.post(path(await idOf('three')), {})).code).toBe('version.not_found');
    const before = await used();
    expect((await guest.post(path(list.data[0]?.id), {})).status).toBe(200);
    expect([await textOf(), (await texts())[0]]).toEqual(['guest one', 'guest two']);
    expect(await used()).toBe(before);
    const activity = (await ada.call('GET', `/api/share/${token}/activity`)) as unknown as {
      data: { id: string; attributes: { kind: string } }[];
    };
    expect(activity.data[0]?.attributes.kind).toBe('uploaded');
    const revert = await ada.call('POST', `/api/share/${token}/revert`, { entry: activity.data[0]?.id });
    expect(revert).toMatchObject({ status: 200 });
    expect(await textOf()).toBe('guest two');
    const copied = await guest.post(path(await idOf('guest one')), { as_copy: true });
    expect([copied.status, copied.json<Item>().data.attributes.name]).toEqual([201, 'report (1).txt']);
  });
});

describe('at once', () => {
  /** Statuses of calls, where a conflict is answered as any other change. */
  const statusesOf = async (calls: Promise<{ status: number }>[]): Promise<number[]> =>
    (await Promise.all(calls)).map(({ status }) => status);
  /** Expects that each text is there once, as the current content or as a version. */
  const expectAll = async (known: readonly string[]): Promise<void> =>
    expect([await textOf(), ...(await texts())].toSorted()).toEqual(known.toSorted());

  it('two restores of one version bring it back once', async () => {
    const version = await idOf('one');
    const statuses = await statusesOf([restore(version), restore(version)]);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 404]);
    expect(await textOf()).toBe('one');
    await expectAll(['one', 'two!', 'three']);
  });

  it('two restores of two versions follow each other', async () => {
    const versions = [await idOf('one'), await idOf('two!')];
    expect(await statusesOf(versions.map((version) => restore(version)))).toEqual([200, 200]);
    await expectAll(['one', 'two!', 'three']);
  });

  it('a restore and new contents lose none of them', async () => {
    const version = await idOf('one');
    const saves = Array.from({ length: 4 }, (_, index) => save(`new ${index}`));
    expect(await restore(version)).toMatchObject({ status: 200 });
    await Promise.all(saves);
    const all = [await textOf(), ...(await texts())];
    for (const text of ['one', 'two!', 'three']) expect(all.filter((one) => one === text)).toHaveLength(1);
  });

  it('a restore, a deletion and a thinning leave the current content its bytes', async () => {
    for (let round = 0; round < 4; round += 1) {
      const text = ['one', 'two!', 'three', 'one'][round] ?? '';
      const version = await idOf(text);
      server.clock.advance(370 * 24 * 60 * 60_000);
      await signInAgain();
      cookie = await server.signIn();
      const headers = { cookie };
      const url = `/api/items/${file.id}/versions/${version}`;
      const [restored] = await Promise.all([
        server.app.inject({ method: 'POST', url: `${url}/restore`, headers, payload: {} }),
        server.app.inject({ method: 'DELETE', url, headers }),
        server.services.versions.thin(new AbortController().signal),
      ]);
      expect([200, 404]).toContain(restored.statusCode);
      const { db } = server.parts;
      const current = await db
        .selectFrom('items')
        .innerJoin('blobs', 'blobs.id', 'items.blob_id')
        .select('blobs.unreferenced_at')
        .where('items.id', '=', file.id)
        .executeTakeFirstOrThrow();
      expect(current.unreferenced_at === null || restored.statusCode === 200).toBe(true);
      server.clock.advance(2 * 24 * 60 * 60_000);
      await server.services.trash.sweep();
      await signInAgain();
      cookie = await server.signIn();
      expect(restored.statusCode === 200 ? await textOf() : text).toBe(text);
      expect(await textOf()).not.toContain('item.damaged');
      for (const next of ['one', 'two!', 'three']) await save(next);
    }
  });
});
