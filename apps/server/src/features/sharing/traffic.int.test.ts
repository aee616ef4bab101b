import type { FileRequest } from '@holdall/contract/file-requests';
import type { ItemRef } from '@holdall/contract/selections';
import type { Storage } from '@holdall/contract/storage';
import { beforeEach, expect, test } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { revoke, shareOf } from '#testing/guest-client.ts';
import type { TreeClient } from '#testing/tree-client.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada, newcomer } = useTree();
const size = 200_000;
const bytes = 'x'.repeat(size);

let bob: TreeClient;
let root: ItemRef;
let file: ItemRef;
let origin: string;
let cookie: string;
beforeEach(async () => {
  bob = await newcomer('bob');
  root = await bob.folder('root');
  file = await bob.upload('file.bin', bytes);
  await bob.move([file], root);
  origin = await server.listen();
  // The guest is signed in to another account; traffic counts for the owner of the link.
  cookie = await server.signIn();
});

const trafficOf = async (who: TreeClient): Promise<{ upload: number; download: number }> => {
  const { data } = (await who.call('GET', '/api/user/storage')) as unknown as Storage;
  const { upload, download } = data.meta.traffic;
  return { upload, download };
};
const send = (path: string, body: string): Promise<Response> =>
  fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/octet-stream' },
    body,
  });
const take = async (path: string, headers: Record<string, string> = {}): Promise<number> => {
  const answer = await fetch(`${origin}${path}`, { headers: { cookie, ...headers } });
  return (await answer.arrayBuffer()).byteLength;
};
/** Runs work, and expects its traffic for the owner, and none for the guest. */
const counts = async (
  work: () => Promise<number>,
  direction: 'upload' | 'download' = 'download',
): Promise<void> => {
  const [before, own] = [await trafficOf(bob), await trafficOf(ada)];
  const expected = { ...before, [direction]: before[direction] + (await work()) };
  await eventually(async () => expect(await trafficOf(bob)).toEqual(expected));
  expect(await trafficOf(ada)).toEqual(own);
};

test('downloads of guests count for the owner, whole, in parts and as archives', async () => {
  const token = await shareOf(bob, root);
  const content = `/api/files/${file.id}/content/${token}`;
  await counts(async () => {
    const length = await take(`${content}?download`);
    expect(length).toBe(size);
    return length;
  });
  await counts(async () => {
    const length = await take(content, { range: 'bytes=10-109' });
    expect(length).toBe(100);
    return length;
  });
  await counts(async () => {
    const length = await take(`/api/zip/${token}?items=${file.id}|file`);
    expect(length).toBeGreaterThan(size);
    return length;
  });
  await revoke(bob, token);
  await counts(async () => {
    expect(await take(content)).toBeLessThan(2_000);
    return 0;
  });
});

test('uploads of guests count for the owner, by a link and by a request', async () => {
  const token = await shareOf(bob, root, { permission: 'editor' });
  await counts(async () => {
    const answer = await send(`/api/editor/upload/${token}?name=sent.bin`, bytes);
    expect(answer.status).toBe(201);
    return size;
  }, 'upload');
  const asked = (await bob.call('POST', '/api/file-requests', {
    folder_id: root.id,
    name: 'Photos',
  })) as unknown as FileRequest;
  await counts(async () => {
    const path = `/api/request/${asked.data.attributes.token}/upload?name=asked.bin`;
    expect((await send(path, bytes)).status).toBe(201);
    return size;
  }, 'upload');
});

test('bytes of refused uploads count for the owner as well', async () => {
  const token = await shareOf(bob, root, { permission: 'editor' });
  await counts(async () => {
    const answer = await send(`/api/editor/upload/${token}?name=file.bin&on_conflict=refuse`, bytes);
    expect(answer.status).toBe(409);
    return size;
  }, 'upload');
});
