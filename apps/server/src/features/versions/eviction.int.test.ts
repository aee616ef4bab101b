import { beforeEach, describe, expect, it } from 'vitest';
import type { ItemRef } from '@holdall/contract/selections';
import { createGuestClient, shareOf } from '#testing/guest-client.ts';
import { jobsDone } from '#testing/jobs-done.ts';
import { plantVersions } from '#testing/plant-versions.ts';
import { saveSettings } from '#testing/save-settings.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada, signInAgain } = useTree();
const day = 24 * 60 * 60_000;
let file: ItemRef;
beforeEach(async () => {
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
    expect((await left()).length).toBeLessThanOrEqual(40 - 16);
    expect(await used()).toBe(3 + 8 * 20 + (await left()).length * 10);
    await sound();
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
