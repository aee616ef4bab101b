import type { OpenedShare } from '@holdall/contract/guests';
import { expect, test } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { createGuestClient, type GuestClient, shareOf } from '#testing/guest-client.ts';
import { photo } from '#testing/media-files.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada } = useTree();

const picturesOf = async (guest: GuestClient, token: string) => {
  const answer = (await guest.get(`/api/browse/share/${token}`)).json<OpenedShare>();
  return answer.data.relationships.item.data.attributes.thumbnail;
};
/** Shares a photo that has thumbnails. */
const sharePhoto = async (downloadLimit: number | null) => {
  await server.services.prepare();
  const file = await ada.upload('beach.jpg', await photo(1, 900, 600));
  const token = await shareOf(ada, file, { download_limit: downloadLimit });
  const guest = createGuestClient(server);
  await eventually(async () => expect(await picturesOf(guest, token)).not.toBeNull());
  return { token, guest, large: `/api/thumbnails/${file.id}/lg/${token}`, file };
};

test('the largest thumbnail counts as a download if the link has a limit', async () => {
  const { token, guest, large, file } = await sharePhoto(1);
  const other = createGuestClient(server);
  await other.get(`/api/browse/share/${token}`);
  expect((await guest.call('HEAD', large)).status).toBe(200);
  expect((await guest.get(large)).status).toBe(200);
  expect(await other.get(large)).toMatchObject({ status: 403, code: 'share.exhausted' });
  expect(await other.call('GET', large, { headers: { range: 'bytes=1-' } })).toMatchObject({ status: 403 });
  // It is the same download as that of the file.
  expect((await guest.get(`/api/files/${file.id}/content/${token}?download`)).status).toBe(200);
  expect((await guest.get(large)).status).toBe(200);
});

test('pages of a link with a limit show smaller thumbnails, which do not count', async () => {
  const { token, guest } = await sharePhoto(1);
  const pictures = await picturesOf(guest, token);
  expect(pictures?.lg).toBe(pictures?.md);
  for (const address of Object.values(pictures ?? {})) expect((await guest.get(address)).status).toBe(200);
  const { attributes } = (await guest.get(`/api/browse/share/${token}`)).json<OpenedShare>().data;
  expect(attributes.downloads_left).toBe(1);
});

test('without a limit the largest thumbnail is shown and does not count', async () => {
  const { token, guest, large } = await sharePhoto(null);
  expect((await picturesOf(guest, token))?.lg).toMatch(/\/lg\//);
  expect((await guest.get(large)).status).toBe(200);
  expect(await ada.call('GET', `/api/share/${token}`)).toMatchObject({
    data: { attributes: { downloads: 0 } },
  });
});
