import { beforeEach, describe, expect, it } from 'vitest';
import type { ItemRef } from '@holdall/contract/selections';
import { createGuestClient, shareOf } from '#testing/guest-client.ts';
import { formOf, formType } from '#testing/form-of.ts';
import { jobsDone } from '#testing/jobs-done.ts';
import { plantVersions } from '#testing/plant-versions.ts';
import { saveSettings } from '#testing/save-settings.ts';
import { sha256 } from '#testing/upload-client.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada, signInAgain } = useTree();
const day = 24 * 60 * 60_000;
let file: ItemRef;
let cookie: string;
beforeEach(async () => {
  cookie = await server.signIn();
  file = await ada.upload('report.txt', 'now');
});

const left = async (): Promise<string[]> => {
  const versions = server.parts.db.selectFrom('item_versions').select('id').orderBy('id');
  return (await versions.execute()).map(({ id }) => id);
};
const used = async (): Promise<number> =>
  (await server.services.usage.findReport(ada.userId))?.row.used ?? Number.NaN;
/** Gives the account room for so many bytes more than it stores. */
const leaveRoom = async (bytes: number): Promise<void> => {
  await saveSettings(server, { subscription_type: 'fixed' });
  await server.services.usage.setCapacity(ada.userId, (await used()) + bytes);
};
const sound = async (): Promise<void> => expect(await server.services.usage.verifyUsage()).toEqual([]);
const plant = (count: number, pinned?: number): Promise<string[]> =>
  plantVersions(
    server,
    file,
    Array.from({ length: count }, (_, index) => ({ size: 10, label: index === pinned ? 'kept' : null })),
  );

/** The beginning of a chunk name. */
const prefix = '0123456789abcdef';
/** Sends a part of an upload. @returns the status */
const chunk = async (fields: Readonly<Record<string, string>>, bytes: string): Promise<number> => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/upload/chunks',
    headers: { cookie, 'content-type': formType },
    payload: formOf(fields, bytes),
  });
  return answer.statusCode;
};
/** Replaces a content. @returns the status */
const save = async (query: string, former: string, payload: string): Promise<number> => {
  const type = { 'content-type': 'application/octet-stream' };
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/upload?${query}`,
    headers: { cookie, ...type, 'if-match': `"${sha256(Buffer.from(former))}"` },
    payload,
  });
  return answer.statusCode;
};
const begin = (name: string, size: number): Promise<number> =>
  chunk({ name: `${prefix}-${name}`, size: String(size), offset: '0', is_last: 'false' }, 'x');
/** Sends the rest of an upload of so many bytes. */
const finish = (name: string, size: number, fields: Readonly<Record<string, string>> = {}): Promise<number> =>
  chunk(
    { name: `${prefix}-${name}`, size: String(size), offset: '1', is_last: 'true', ...fields },
    'x'.repeat(size - 1),
  );

describe('a full account', () => {
  it('loses its oldest versions that are not pinned, and no more than it needs', async () => {
    const ids = await plant(6, 1);
    await leaveRoom(5);
    await ada.upload('next.txt', 'x'.repeat(20));
    expect(await left()).toEqual([ids[1], ids[3], ids[4], ids[5]]);
    expect(await used()).toBe(3 + 40 + 20);
    await sound();
  });

  it('loses as many as an upload or a copy needs, however small they are', async () => {
    const kept = await plant(2_600, 3);
    const large = await ada.upload('large.txt', 'x'.repeat(24_000));
    await leaveRoom(0);
    await ada.upload('more.txt', 'y'.repeat(24_000));
    expect(await left()).toEqual([kept[3], ...kept.slice(2_401)]);
    await sound();
    await expect(ada.copy([large], null)).resolves.toMatchObject({ status: 423, code: 'storage.exceeded' });
    expect(await left()).toHaveLength(200);
    const small = await ada.upload('small.txt', 'z'.repeat(5));
    await leaveRoom(0);
    const copied = await ada.copy([small], await ada.folder('copies'));
    expect(copied).toMatchObject({ status: 200 });
    expect(await left()).toEqual([kept[3], ...kept.slice(2_403)]);
    await sound();
  }, 60_000);

  it('loses none to the copies of a guest', async () => {
    const ids = await plant(2);
    const folder = await ada.folder('shared');
    const inside = await ada.upload('in.txt', 'x', `parent_id=${folder.id}`);
    const token = await shareOf(ada, folder, { permission: 'editor' });
    await leaveRoom(0);
    const guest = createGuestClient(server);
    await guest.get(`/api/browse/share/${token}`);
    const copied = await guest.post(`/api/editor/copy/${token}`, { to_id: folder.id, items: [inside] });
    expect(copied.code).toBe('storage.exceeded');
    expect(await left()).toEqual(ids);
  });

  it('loses none where all of them would not do', async () => {
    const ids = await plant(2);
    await leaveRoom(0);
    await expect(ada.upload('next.txt', 'x'.repeat(21))).rejects.toThrow('423');
    expect(await left()).toEqual(ids);
    await sound();
  });

  it('loses none to a guest', async () => {
    const ids = await plant(2);
    const token = await shareOf(ada, await ada.folder('shared'), { permission: 'editor' });
    await leaveRoom(0);
    const guest = createGuestClient(server);
    await guest.get(`/api/browse/share/${token}`);
    expect((await guest.upload(token, 'next.txt', 'x')).code).toBe('storage.exceeded');
    expect(await left()).toEqual(ids);
  });

  it('loses no version twice to uploads at once', async () => {
    await plant(40);
    await leaveRoom(0);
    const names = Array.from({ length: 8 }, (_, index) => `${index}.txt`);
    await Promise.all(names.map((name) => ada.upload(name, 'x'.repeat(20))));
    expect(await left()).toHaveLength(40 - 16);
    expect(await used()).toBe(3 + 8 * 20 + 24 * 10);
    await sound();
  });

  it('is never more than full after saves at once in several folders, which lock nothing in common', async () => {
    const names = Array.from({ length: 12 }, (_, index) => String(index));
    const folders = await Promise.all(names.map((name) => ada.folder(name)));
    for (const { id } of folders) await ada.upload('a.txt', 'x', `parent_id=${id}`);
    server.clock.advance(2 * 60_000);
    await plant(60);
    await leaveRoom(100);
    const before = await used();
    const saves = folders.map(({ id }) => save(`name=a.txt&parent_id=${id}`, 'x', 'x'.repeat(20)));
    expect(await Promise.all(saves)).toEqual(folders.map(() => 201));
    expect(await used()).toBe(before + 100);
    await sound();
  });

  it('takes as many uploads at once as its versions make room for', async () => {
    await plant(10);
    await leaveRoom(0);
    const names = Array.from({ length: 8 }, (_, index) => `${index}.txt`);
    const uploads = await Promise.allSettled(names.map((name) => ada.upload(name, 'x'.repeat(20))));
    expect(uploads.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await left()).toEqual([]);
    expect(await used()).toBe(3 + 5 * 20);
    await sound();
  });

  it('loses versions when a file is stored, and none to an upload that breaks off', async () => {
    const ids = await plant(4);
    await leaveRoom(0);
    expect(await begin('a.txt', 20)).toBe(200);
    expect(await left()).toEqual(ids);
    await sound();
    expect((await ada.call('DELETE', `/api/upload/chunks/${prefix}-a.txt`)).status).toBe(204);
    expect(await left()).toEqual(ids);
    expect(await begin('b.txt', 20)).toBe(200);
    expect(await finish('b.txt', 20)).toBe(201);
    expect(await left()).toEqual(ids.slice(2));
    await sound();
  });

  it('promises the room of its versions to one upload alone', async () => {
    const ids = await plant(4);
    await leaveRoom(0);
    expect(await begin('a.txt', 30)).toBe(200);
    expect(await begin('b.txt', 20)).toBe(423);
    expect(await begin('c.txt', 10)).toBe(200);
    const copies = await ada.folder('copies');
    expect((await ada.copy([file], copies)).code).toBe('storage.exceeded');
    expect(await left()).toEqual(ids);
    expect(await finish('c.txt', 10)).toBe(201);
    expect(await left()).toEqual(ids.slice(1));
    expect(await finish('a.txt', 30)).toBe(201);
    expect(await left()).toEqual([]);
    await sound();
  });

  it('does not lose a content to what has replaced it, and no more than a save adds', async () => {
    const [id = ''] = await plant(1);
    await leaveRoom(0);
    server.clock.advance(2 * 60_000);
    expect(await begin('report.txt', 3)).toBe(200);
    await ada.call('POST', `/api/items/${file.id}/versions/${id}`, { _method: 'patch', pinned: true });
    expect(await finish('report.txt', 3, { on_conflict: 'replace' })).toBe(201);
    expect(await left()).toHaveLength(2);
    await sound();
    await ada.call('POST', `/api/items/${file.id}/versions/${id}`, { _method: 'patch', pinned: false });
    await leaveRoom(0);
    // The save before gives way to this one, and leaves as much room as it takes.
    expect(await save('name=report.txt', 'xxx', 'yyy')).toBe(201);
    expect(await left()).toHaveLength(2);
    await sound();
  });

  it('may upload as long as versions can make room, and its guests may not', async () => {
    const mayUpload = async (): Promise<unknown> => {
      const { data } = (await ada.call('GET', '/api/user')) as unknown as {
        data: { meta: { restrictions: { canUpload: boolean; reason: string | null } } };
      };
      const { canUpload, reason } = data.meta.restrictions;
      return [canUpload, reason];
    };
    const attributes = async (): Promise<unknown> =>
      ((await ada.call('GET', '/api/user/storage')) as unknown as { data: { attributes: unknown } }).data
        .attributes;
    const { usage } = server.services;
    const [id = ''] = await plant(1);
    await leaveRoom(0);
    expect(await mayUpload()).toEqual([true, null]);
    expect(await usage.isFull(ada.userId, { mayEvict: false })).toBe(true);
    // The figure says what is stored, also what can be freed.
    expect(await attributes()).toEqual({ used: 13, capacity: 13, percentage: 100 });
    await ada.call('POST', `/api/items/${file.id}/versions/${id}`, { _method: 'patch', pinned: true });
    expect(await mayUpload()).toEqual([false, 'Your storage is full.']);
    await ada.call('POST', `/api/items/${file.id}/versions/${id}`, { _method: 'patch', pinned: false });
    expect(await mayUpload()).toEqual([true, null]);
    const empty = { 'content-type': 'application/octet-stream', 'content-length': '0' };
    const url = '/api/upload?name=empty.txt';
    const answer = await server.app.inject({ method: 'POST', url, headers: { cookie, ...empty } });
    expect(answer.statusCode).toBe(201);
    expect(await left()).toEqual([id]);
  });

  it('is told once a week, by an entry and a mail', async () => {
    await plant(30);
    const told = async (): Promise<number> => {
      const log = await server.services.activity.listAll({ kind: 'account.versions_dropped', limit: 9 });
      return log.entries.length;
    };
    const fill = async (name: string): Promise<void> => {
      await leaveRoom(0);
      await ada.upload(name, 'x');
      await jobsDone(server, 'versions.room');
    };
    await fill('1.txt');
    await fill('2.txt');
    expect(await told()).toBe(1);
    server.clock.advance(6 * day);
    await signInAgain();
    await fill('3.txt');
    expect(await told()).toBe(1);
    server.clock.advance(2 * day);
    await signInAgain();
    await fill('4.txt');
    expect(await told()).toBe(2);
    const mails = await server.parts.db
      .selectFrom('jobs')
      .select('payload')
      .where('kind', '=', 'mail')
      .execute();
    expect(mails.filter(({ payload }) => payload.includes('versions_dropped'))).toHaveLength(2);
  });
});
