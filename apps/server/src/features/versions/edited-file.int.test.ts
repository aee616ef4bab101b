import type { ItemRef } from '@holdall/contract/selections';
import type { VersionList } from '@holdall/contract/versions';
import { beforeEach, expect, it } from 'vitest';
import { inTransaction } from '#db/in-transaction.ts';
import { placeFile } from '#features/files/place-file.ts';
import { createGuestClient, type GuestAnswer, type GuestClient, shareOf } from '#testing/guest-client.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada, signInAgain } = useTree();
let cookie: string;
let folder: ItemRef;
let file: ItemRef;
let token: string;
let guest: GuestClient;

beforeEach(async () => {
  await signInAgain();
  cookie = await server.signIn();
  folder = await ada.folder('f');
  file = await ada.upload('a.txt', 'A', `parent_id=${folder.id}`);
  token = await shareOf(ada, file, { permission: 'editor' });
  guest = createGuestClient(server);
  await guest.get(`/api/browse/share/${token}`);
  server.clock.advance(5 * 60_000);
});

const textOf = async (): Promise<string> =>
  (await server.app.inject({ url: `/api/files/${file.id}/content`, headers: { cookie } })).body;
const tagOf = async (): Promise<string> =>
  String((await guest.get(`/api/files/${file.id}/content/${token}`)).headers['etag']);
/** Sends a text as the editor does: with the tag of the content that it replaces. */
const save = async (text: string, query = 'name=a.txt', etag?: string): Promise<GuestAnswer> =>
  guest.call('POST', `/api/editor/upload/${token}?${query}`, {
    bytes: text,
    headers: { 'if-match': etag ?? (await tagOf()) },
  });
const versions = async (): Promise<VersionList> =>
  (await guest.get(`/api/editor/versions/${file.id}/${token}`)).json<VersionList>();
const restore = async (asCopy: boolean): Promise<GuestAnswer> => {
  const [version] = (await versions()).data;
  return guest.post(`/api/editor/versions/${file.id}/${version?.id}/restore/${token}`, { as_copy: asCopy });
};

it('an editor of a single file saves it, and sees the versions of the link alone', async () => {
  expect(await save('first')).toMatchObject({ status: 201 });
  expect((await versions()).data).toEqual([]);
  server.clock.advance(5 * 60_000);
  expect((await save('second')).json<{ data: ItemRef }>().data.id).toBe(file.id);
  expect([await textOf(), (await versions()).data.length]).toEqual(['second', 1]);
  expect(await restore(false)).toMatchObject({ status: 200 });
  expect(await textOf()).toBe('first');
});

it('the owner reverts what an editor of a single file has saved', async () => {
  await save('by guest');
  expect(await ada.call('POST', `/api/share/${token}/revert`, {})).toMatchObject({
    meta: { reverted: 1, kept: 0 },
  });
  expect(await textOf()).toBe('A');
});

it('nothing is put beside a single file through its link', async () => {
  await save('first');
  server.clock.advance(5 * 60_000);
  await save('second');
  expect(await restore(true)).toMatchObject({ status: 403, code: 'share.root' });
  for (const query of ['name=a.txt', 'name=a.txt&on_conflict=replace', 'name=b.txt'])
    expect(await guest.call('POST', `/api/editor/upload/${token}?${query}`, { bytes: 'x' })).toMatchObject({
      code: 'item.parent_is_file',
    });
  expect(await save('x', 'name=a.txt&path=inner/')).toMatchObject({ code: 'item.parent_is_file' });
  expect([await ada.names(folder), await textOf()]).toEqual([['a.txt'], 'second']);
});

it('a save that names another file or content is refused', async () => {
  const beside = await ada.upload('b.txt', 'A', `parent_id=${folder.id}`);
  expect(await save('x', 'name=b.txt')).toMatchObject({ status: 412, code: 'item.changed' });
  expect(await save('x', `name=b.txt&parent_id=${folder.id}`)).toMatchObject({ code: 'item.not_found' });
  expect(await save('x', 'name=a.txt', '"other"')).toMatchObject({ status: 412, code: 'item.changed' });
  await ada.call('PATCH', `/api/rename/${file.id}`, { name: 'c.txt' });
  expect(await save('renamed', 'name=c.txt')).toMatchObject({ status: 201 });
  const other = await server.app.inject({ url: `/api/files/${beside.id}/content`, headers: { cookie } });
  expect([await textOf(), other.body]).toEqual(['renamed', 'A']);
});

it('a file that has got the name of the shared one meanwhile is not replaced', async () => {
  const etag = await tagOf();
  const content = {
    blobId: 'none',
    size: 1,
    sha256: '0'.repeat(64),
    mimetype: 'text/plain',
    category: 'documents' as const,
    modifiedAt: 1,
  };
  const target = { id: 'new', name: 'a.txt', content, onConflict: 'replace' as const, ifMatch: etag, now: 1 };
  const place = {
    ownerId: ada.userId,
    principal: 'guest:x:',
    device: null,
    parentId: folder.id,
    containerId: folder.id,
    depth: 1,
    isBlind: false,
    only: 'the shared file, which has moved',
  };
  const placed = inTransaction(server.parts.db, (trx) =>
    placeFile(trx, place, { ...target, keepsVersions: () => Promise.resolve(true) }),
  );
  await expect(placed).rejects.toMatchObject({ code: 'item.changed' });
  expect(await textOf()).toBe('A');
});
