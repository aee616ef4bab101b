import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp } from '#testing/create-test-app.ts';
import { createGuestClient, type GuestClient, shareOf } from '#testing/guest-client.ts';
import { createTreeClient } from '#testing/tree-client.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada, newcomer } = useTree();

let guest: GuestClient;
beforeEach(() => {
  guest = createGuestClient(server);
});

test('an owner who may not download cannot show files to guests either', async () => {
  const bob = await newcomer('bob');
  const file = await bob.upload('bob.txt', 'bytes');
  const link = await shareOf(bob, file);
  expect(await guest.get(`/api/browse/share/${link}`)).toMatchObject({ status: 200 });
  const rights = { canUpload: true, canDownload: false, canCreateFolder: true };
  await ada.call('PATCH', `/api/admin/users/${bob.userId}/restrictions`, rights);
  for (const url of [`/api/browse/share/${link}`, `/api/files/${file.id}/content/${link}`])
    expect(await guest.get(url)).toMatchObject({ status: 403, code: 'share.unavailable' });
});

test('the owner’s restrictions and quota apply to guests', async () => {
  const bob = await newcomer('bob');
  const folder = await bob.folder('of bob');
  const link = await shareOf(bob, folder, { permission: 'editor' });
  const url = `/api/admin/users/${bob.userId}`;
  await ada.call('PATCH', `${url}/restrictions`, {
    canUpload: false,
    canDownload: true,
    canCreateFolder: false,
  });
  expect(await guest.upload(link, 'x', 'x')).toMatchObject({ code: 'upload.disabled' });
  expect(await guest.post(`/api/editor/create-folder/${link}`, { name: 'x' })).toMatchObject({
    code: 'folder.disabled',
  });
});

describe('with a limit on storage', () => {
  let limited: Awaited<ReturnType<typeof createTestApp>>;
  beforeEach(async () => {
    limited = await createTestApp({ settings: { subscription_type: 'fixed' } });
  });
  afterEach(() => limited.close());

  test('bytes sent by guests count for the owner, and stop at the owner’s capacity', async () => {
    await limited.addUser('bob@example.com');
    const [admin, bob] = [
      await createTreeClient(limited, 'ada@example.com'),
      await createTreeClient(limited, 'bob@example.com'),
    ];
    const folder = await bob.folder('of bob');
    const link = await shareOf(bob, folder, { permission: 'editor' });
    await admin.call('PATCH', `/api/admin/users/${bob.userId}/storage`, { capacity: 1_000 });
    const visitor = createGuestClient(limited);
    expect(await visitor.upload(link, 'fits', 'x'.repeat(900))).toMatchObject({ status: 201 });
    expect(await visitor.upload(link, 'too much', 'x'.repeat(900))).toMatchObject({
      status: 423,
      code: 'storage.exceeded',
    });
    expect(await bob.call('GET', '/api/user/storage')).toMatchObject({
      data: { attributes: { used: 900 } },
    });
    expect(await limited.services.usage.verifyUsage()).toEqual([]);
  });
});
