import type { ItemRef } from '@holdall/contract/selections';
import type { VersionList } from '@holdall/contract/versions';
import { beforeEach, expect, it } from 'vitest';
import { createGuestClient, type GuestClient, shareOf } from '#testing/guest-client.ts';
import { saveSettings } from '#testing/save-settings.ts';
import { useTree } from '#testing/use-tree.ts';
import { planOf, queriesOf } from '#testing/watch-queries.ts';

const { server, ada, signInAgain } = useTree();
const minute = 60_000;
const day = 24 * 60 * minute;
let cookie: string;
let folder: ItemRef;
let file: ItemRef;
let token: string;
let guest: GuestClient;

const signedIn = async (): Promise<void> => {
  await signInAgain();
  cookie = await server.signIn();
};
const textAt = async (path: string): Promise<string> =>
  (await server.app.inject({ url: path, headers: { cookie } })).body;
const textOf = (): Promise<string> => textAt(`/api/files/${file.id}/content`);
const list = async (): Promise<VersionList> =>
  (await ada.call('GET', `/api/items/${file.id}/versions`)) as unknown as VersionList;
/** The texts of the versions, newest first. */
const texts = async (): Promise<string[]> => {
  const { data } = await list();
  return Promise.all(data.map(({ id }) => textAt(`/api/items/${file.id}/versions/${id}/content`)));
};
const overwrite = async (text: string): Promise<void> => {
  const answer = await guest.upload(token, { name: 'a.txt', query: 'on_conflict=replace' }, text);
  expect(answer.status).toBe(201);
};
const thin = (): Promise<void> => server.services.versions.thin(new AbortController().signal);
const revert = () => ada.call('POST', `/api/share/${token}/revert`, {});

beforeEach(async () => {
  // All contents are of the same hour, so that thinning compares them.
  const hour = 60 * minute;
  server.clock.advance(Math.ceil(server.clock.now() / hour) * hour - server.clock.now() + 5 * minute);
  await signedIn();
  folder = await ada.folder('f');
  file = await ada.upload('a.txt', 'A', `parent_id=${folder.id}`);
  token = await shareOf(ada, folder, { permission: 'editor' });
  guest = createGuestClient(server);
  await guest.get(`/api/browse/share/${token}`);
  server.clock.advance(5 * minute);
  await overwrite('by guest');
  server.clock.advance(2 * minute);
  await overwrite('by guest again');
});

it('what a guest replaced stays for 90 days, through thinning and a full account, and is reverted', async () => {
  for (let round = 0; round < 5; round += 1) {
    server.clock.advance(60 * minute);
    await thin();
  }
  expect(await texts()).toEqual(['by guest', 'A']);
  await saveSettings(server, { subscription_type: 'fixed' });
  const { used = Number.NaN } = (await server.services.usage.findReport(ada.userId))?.row ?? {};
  await server.services.usage.setCapacity(ada.userId, used);
  await expect(ada.upload('large.txt', 'x')).rejects.toThrow('423');
  expect(await revert()).toMatchObject({ status: 200, meta: { reverted: 2, kept: 0 } });
  expect([await textOf(), await texts()]).toEqual(['A', ['by guest', 'by guest again']]);
  // A reverted change makes room again.
  await ada.upload('large.txt', 'x');
  expect(await texts()).toEqual(['by guest']);
  expect(await server.services.usage.verifyUsage()).toEqual([]);
});

it('what a guest replaced leaves after 90 days, as the list announces', async () => {
  const { data } = await list();
  const [second = 0, first = 0] = data.map(({ expires_at: at }) => Date.parse(at ?? ''));
  const [replacedSecond = 0, replacedFirst = 0] = data.map(({ replaced_at: at }) => Date.parse(at));
  // The newest of its week stays for a year anyway.
  expect([second - replacedSecond, first - replacedFirst]).toEqual([365 * day, 90 * day]);
  server.clock.advance(first - server.clock.now() - minute);
  await thin();
  await signedIn();
  expect(await texts()).toEqual(['by guest', 'A']);
  server.clock.advance(minute);
  await thin();
  expect(await texts()).toEqual(['by guest']);
});

it('a pinned version that comes back stays pinned with its name, and counts once more', async () => {
  const used = async (): Promise<number> =>
    (await server.services.usage.findReport(ada.userId))?.row.used ?? Number.NaN;
  const undoOwn = async (): Promise<void> => {
    const { db } = server.parts;
    const operations = await db.selectFrom('operations').select('id').orderBy('id', 'desc').execute();
    for (const { id: operation } of operations)
      expect((await guest.post(`/api/editor/undo/${token}`, { operation })).status).toBe(200);
  };
  const labels = async (): Promise<string[]> => (await list()).data.map(({ label }) => label);
  const { data } = await list();
  await ada.call('PATCH', `/api/items/${file.id}/versions/${data[1]?.id}`, { label: 'Final' });
  const before = await used();
  await undoOwn();
  expect([await textOf(), await texts()]).toEqual(['A', ['by guest', 'by guest again', 'A']]);
  expect([await labels(), await used()]).toEqual([['', '', 'Final'], before + 1]);
  server.clock.advance(2 * minute);
  await overwrite('by guest once more');
  expect(await texts()).toEqual(['A', 'by guest', 'by guest again', 'A']);
  const overwritten = await used();
  expect(await revert()).toMatchObject({ meta: { reverted: 1, kept: 0 } });
  // The double that is not pinned was the one to come back.
  expect(await texts()).toEqual(['by guest once more', 'by guest', 'by guest again', 'A']);
  expect([await textOf(), (await labels()).at(-1), await used()]).toEqual(['A', 'Final', overwritten]);
  expect(await server.services.usage.verifyUsage()).toEqual([]);
});

it('a guest does not learn what the owner has pinned, and how long versions stay', async () => {
  const { data } = await list();
  await ada.call('PATCH', `/api/items/${file.id}/versions/${data[0]?.id}`, { label: 'Secret' });
  const answer = await guest.get(`/api/editor/versions/${file.id}/${token}`);
  expect(answer.json<VersionList>().data).toMatchObject([{ pinned: false, label: '', expires_at: null }]);
});

it('finds the changes of guests by an index of their own', async () => {
  const quickSave = (): Promise<void> => overwrite('at once');
  const queries = [...(await queriesOf(thin)), ...(await queriesOf(list)), ...(await queriesOf(quickSave))];
  const asking = queries.filter(
    ({ sql }) => /blob_before|blob_after/v.test(sql) && !sql.startsWith('insert'),
  );
  expect(asking).not.toEqual([]);
  for (const query of asking)
    expect(await planOf(server.parts.db, query)).toContain('operation_items_contents');
});
