import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Item } from '@holdall/contract/files';
import type { ItemRef } from '@holdall/contract/selections';
import { beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { createGuestClient, type GuestClient, revoke, shareOf } from '#testing/guest-client.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada } = useTree();

let root: ItemRef;
let outer: ItemRef;
let token: string;
let origin: string;
let guest: GuestClient;
beforeEach(async () => {
  outer = await ada.folder('outer');
  root = await ada.folder('root', outer);
  token = await shareOf(ada, root, { permission: 'editor' });
  origin = await server.listen();
  guest = createGuestClient(server);
  await guest.get(`/api/browse/share/${token}`);
});

const big = 'x'.repeat(32 * 1024 * 1024);
const bigFile = async (): Promise<ItemRef> => {
  const file = await ada.upload('big.bin', big);
  await ada.move([file], root);
  return file;
};
const suspend = () =>
  server.parts.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', ada.userId).execute();
const sessions = () => server.parts.db.selectFrom('upload_sessions').selectAll().execute();

interface Download {
  readonly status: number;
  /** Reads the remaining bytes. @returns how it ends */
  finish(): Promise<'whole' | 'cut'>;
}

/** Begins a download and reads only its beginning: the rest, beyond the buffers, waits on the server. */
const begin = (path: string): Promise<Download> =>
  new Promise((resolve, reject) => {
    const call = httpRequest(`${origin}${path}`, { headers: { cookie: guest.cookie } }, (answer) => {
      let length = 0;
      const ended = new Promise<'whole' | 'cut'>((end) => {
        answer.once('end', () =>
          end(length === Number(answer.headers['content-length'] ?? length) ? 'whole' : 'cut'),
        );
        answer.once('error', () => end('cut'));
      });
      answer.on('data', (piece: Buffer) => {
        length += piece.length;
      });
      answer.once('data', () => {
        answer.pause();
        resolve({
          status: answer.statusCode ?? 0,
          finish: () => {
            answer.resume();
            return ended;
          },
        });
      });
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, finish: () => ended }));
    });
    call.once('error', reject);
    call.end();
  });

interface Sending {
  /** Ends the body. @returns the status of the response, or that the connection was cut */
  finish(): Promise<number | 'cut'>;
  readonly answered: Promise<number | 'cut'>;
}

/** Begins an upload whose body continues. */
const send = async (path: string, headers: Record<string, string>, first: string): Promise<Sending> => {
  const { promise: answered, resolve } = Promise.withResolvers<number | 'cut'>();
  const call: ClientRequest = httpRequest(
    `${origin}${path}`,
    { method: 'POST', headers: { cookie: guest.cookie, 'transfer-encoding': 'chunked', ...headers } },
    (answer: IncomingMessage) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    },
  );
  call.on('error', () => resolve('cut'));
  await new Promise<void>((written) => call.write(first, () => written()));
  return {
    answered,
    finish: () => {
      call.end();
      return answered;
    },
  };
};
/** Resolves once the server has cut every connection of guests: a client that reads on earlier can have all bytes. */
const allAreCut = () => eventually(() => expect(server.services.guestWatch.size()).toBe(0));

/** Resolves once the server has admitted the upload. */
const isLetIn = async (name: string): Promise<void> => {
  await eventually(async () =>
    expect(
      await server.parts.db.selectFrom('upload_sessions').where('name', '=', name).select('id').execute(),
    ).toHaveLength(1),
  );
};

describe('a download', () => {
  test('of an item that the owner moves out may complete, but cannot be requested again', async () => {
    const file = await bigFile();
    const path = `/api/files/${file.id}/content/${token}`;
    const download = await begin(path);
    await ada.move([file], outer);
    expect(await download.finish()).toBe('whole');
    const range = await guest.call('GET', path, { headers: { range: 'bytes=10-' } });
    expect(range).toMatchObject({ status: 404, code: 'item.not_found' });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['is revoked', () => revoke(ada, token)],
    ['gets a password', () => ada.call('PATCH', `/api/share/${token}`, { password: 'harbour lights' })],
  ])('is cut when the link %s', async (_what, end) => {
    const file = await bigFile();
    const download = await begin(`/api/files/${file.id}/content/${token}`);
    await end();
    await allAreCut();
    expect(await download.finish()).toBe('cut');
  });

  test('continues when the permission becomes view-only', async () => {
    const file = await bigFile();
    const download = await begin(`/api/files/${file.id}/content/${token}`);
    await ada.call('PATCH', `/api/share/${token}`, { permission: 'visitor' });
    expect(await download.finish()).toBe('whole');
  });

  test('of an archive is cut when the link is revoked in the middle', async () => {
    const file = await bigFile();
    const download = await begin(`/api/zip/${token}?items=${file.id}|file`);
    await revoke(ada, token);
    await allAreCut();
    expect(await download.finish()).toBe('cut');
  });

  test.each<[string, string, () => Promise<unknown>]>([
    ['is revoked', '404 share.not_found', () => revoke(ada, token)],
    [
      'gets a password',
      '401 share.locked',
      () => ada.call('PATCH', `/api/share/${token}`, { password: 'harbour lights' }),
    ],
    ['expires', '404 share.expired', async () => server.clock.advance(61 * 60_000)],
    ['leads into the trash', '404 share.not_found', () => ada.remove([root])],
    ['belongs to a suspended owner', '403 share.unavailable', () => suspend()],
  ])('of an archive cannot be resumed once the link %s', async (_what, said, end) => {
    await ada.call('PATCH', `/api/share/${token}`, { expiration: 1 });
    const file = await ada.upload('small.txt', 'small');
    await ada.move([file], root);
    const path = `/api/zip/${token}?items=${file.id}|file`;
    const part = await guest.call('GET', path, { headers: { range: 'bytes=0-99' } });
    expect(part.status).toBe(206);
    await end();
    const rest = await guest.call('GET', path, { headers: { range: 'bytes=100-' } });
    expect(`${rest.status} ${rest.code}`).toBe(said);
  });

  test('of an archive restarts once something has left the folder', async () => {
    const [one, other] = [await ada.upload('one.txt', 'one'), await ada.upload('other.txt', 'other')];
    await ada.move([one, other], root);
    const path = `/api/zip/${token}?items=${root.id}|folder`;
    const whole = await guest.get(path);
    const etag = String(whole.headers['etag']);
    await ada.move([other], outer);
    const resumed = await guest.call('GET', path, { headers: { range: 'bytes=10-', 'if-range': etag } });
    // The client restarts instead of joining two archives.
    expect(resumed.status).toBe(200);
    expect(resumed.body).not.toContain('other.txt');
  });

  // Without an event: connections are checked every three seconds.
  test.each<[string, () => Promise<unknown>]>([
    ['by its expiry', async () => server.clock.advance(61 * 60_000)],
    ['because its item is in the trash', () => ada.remove([root])],
    ['because its owner is suspended', () => suspend()],
  ])('is cut when the link has ended %s', async (_what, end) => {
    await ada.call('PATCH', `/api/share/${token}`, { expiration: 1 });
    const file = await bigFile();
    const download = await begin(`/api/files/${file.id}/content/${token}`);
    await end();
    const cut = () =>
      server.logged.some(
        ({ msg, path, aborted }) => msg === 'request' && aborted === true && String(path).includes('content'),
      );
    await eventually(() => expect(cut()).toBe(true));
    expect(await download.finish()).toBe('cut');
  });
});

describe('an upload', () => {
  const binary = { 'content-type': 'application/octet-stream' };

  test('is refused if its link is revoked while its bytes arrive, and leaves nothing behind', async () => {
    const path = `/api/editor/upload/${token}?name=late.txt&upload_id=late-upload-of-guest`;
    const sending = await send(path, binary, 'x'.repeat(100_000));
    await isLetIn('late-upload-of-guest');
    await revoke(ada, token);
    expect(await sending.answered).toBe('cut');
    await server.services.uploads.settled();
    expect(await ada.names(root)).toEqual([]);
    await eventually(async () => expect(await sessions()).toEqual([]));
  });

  test.each<[string, () => Promise<unknown>]>([
    ['leads into the trash', () => ada.remove([outer])],
    ['belongs to a suspended owner', () => suspend()],
  ])('is cut once the link %s, and leaves nothing behind', async (_what, end) => {
    const path = `/api/editor/upload/${token}?name=late.txt&upload_id=late-upload-of-guest`;
    const sending = await send(path, binary, 'x'.repeat(100_000));
    await isLetIn('late-upload-of-guest');
    await end();
    expect(await sending.answered).toBe('cut');
    await server.services.uploads.settled();
    const late = server.parts.db.selectFrom('items').where('name', '=', 'late.txt').select('id');
    expect(await late.execute()).toEqual([]);
  });

  test('is refused in its transaction if the link ended after its last byte', async () => {
    // The bytes have arrived; the link ends between the first check and the last one.
    const actor = await server.services.guests.open({ via: 'share', token, cookie: undefined, edits: true });
    await revoke(ada, token);
    const file = {
      parentId: null,
      path: [],
      name: 'late.txt',
      onConflict: 'refuse',
      blob: { store_id: server.storeId, key: 'late', size: 1, sha256: 'ab', crc32: 1 },
      mimetype: 'text/plain',
      category: 'documents',
      lastModified: null,
    } as const;
    await expect(
      server.parts.db.transaction().execute((trx) => server.fileTargets.insertFile(trx, actor, file)),
    ).rejects.toMatchObject({ code: 'share.not_found' });
    expect(await server.parts.db.selectFrom('blobs').select('id').execute()).toEqual([]);
  });

  test('by chunks continues with a valid link, and not with a revoked one', async () => {
    const fields = { name: 'aaaaaaaaaaaaaaaa-part.txt', path: '', extension: 'txt', is_last: 'false' };
    expect(await guest.chunk(token, fields, 'first ')).toMatchObject({ status: 200 });
    await revoke(ada, token);
    expect(await guest.chunk(token, { ...fields, is_last: 'true' }, 'last')).toMatchObject({
      status: 404,
      code: 'share.not_found',
    });
    expect(await ada.names(root)).toEqual([]);
  });

  test('into a folder that is moved out of the share meanwhile is refused', async () => {
    const inner = await ada.folder('inner', root);
    const path = `/api/editor/upload/${token}?name=late.txt&parent_id=${inner.id}&upload_id=into-moved-folder`;
    const sending = await send(path, binary, 'x'.repeat(1_000));
    await isLetIn('into-moved-folder');
    await ada.move([inner], outer);
    expect(await sending.finish()).toBe(404);
    expect(await ada.names(inner)).toEqual([]);
  });

  test('is refused once the permission is view-only', async () => {
    const path = `/api/editor/upload/${token}?name=late.txt&upload_id=by-a-visitor-now`;
    const sending = await send(path, binary, 'x'.repeat(1_000));
    await isLetIn('by-a-visitor-now');
    await ada.call('PATCH', `/api/share/${token}`, { permission: 'visitor' });
    expect(await sending.answered).toBe('cut');
    expect(await ada.names(root)).toEqual([]);
  });
});

test('undoing is refused in its transaction once the permission is view-only', async () => {
  const [file, inner] = [await ada.file('file.txt', root), await ada.folder('inner', root)];
  const moved = await guest.post(`/api/editor/move/${token}`, { to_id: inner.id, items: [file] });
  const { operation } = moved.json<{ meta: { operation: string } }>().meta;
  const [, cookie] = guest.cookie.split('=');
  const actor = await server.services.guests.open({ via: 'share', token, cookie, edits: true });
  await ada.call('PATCH', `/api/share/${token}`, { permission: 'visitor' });
  await expect(server.services.actions.undo(actor, operation)).rejects.toMatchObject({
    code: 'share.forbidden',
  });
  expect(await ada.names(inner)).toEqual(['file.txt']);
});

describe('two editors', () => {
  test('at once: all their changes are made, and announced', async () => {
    const other = createGuestClient(server);
    await other.get(`/api/browse/share/${token}`);
    const names = Array.from({ length: 12 }, (_item, index) => `file ${index}.txt`);
    const answers = await Promise.all(
      names.map((name, index) => (index % 2 === 0 ? guest : other).upload(token, name, name)),
    );
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
    expect(await ada.names(root)).toEqual(names);
    const { data, meta } = (await ada.call('GET', `/api/share/${token}/activity?limit=50`)) as unknown as {
      data: { attributes: { visit: number } }[];
      meta: { revertible: number };
    };
    expect(meta.revertible).toBe(12);
    expect(new Set(data.map(({ attributes }) => attributes.visit))).toEqual(new Set([1, 2]));
    const share = (await ada.call('GET', `/api/share/${token}`)) as unknown as {
      data: { attributes: { unseen: number } };
    };
    expect(share.data.attributes.unseen).toBe(12);
  });

  test('choosing the same name: one gets it, the other is told', async () => {
    const [one, two] = await Promise.all([
      guest.upload(token, { name: 'same.txt', query: 'on_conflict=refuse' }, 'one'),
      guest.upload(token, { name: 'same.txt', query: 'on_conflict=refuse' }, 'two'),
    ]);
    expect(new Set([one.status, two.status])).toEqual(new Set([201, 409]));
    expect(await ada.names(root)).toEqual(['same.txt']);
  });

  test('moving folders into each other: one succeeds', async () => {
    const [a, b] = [await ada.folder('a', root), await ada.folder('b', root)];
    const move = (item: ItemRef, to: ItemRef) =>
      guest.post(`/api/editor/move/${token}`, { to_id: to.id, items: [item] });
    const answers = await Promise.all([move(a, b), move(b, a)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('creating the same folders by dropping: each folder is announced once', async () => {
    await Promise.all(
      Array.from({ length: 6 }, (_item, index) =>
        guest.upload(
          token,
          { name: `${index}.txt`, query: `path=${encodeURIComponent(`drop/deep/${index}.txt`)}` },
          'x',
        ),
      ),
    );
    const created = await server.parts.db
      .selectFrom('operations')
      .select(['kind', 'name'])
      .where('kind', '=', 'create')
      .execute();
    expect(created.map(({ name }) => name).toSorted()).toEqual(['deep', 'drop']);
  });
});

test('reverting everything while a guest works leaves a consistent state', async () => {
  await Promise.all(Array.from({ length: 5 }, (_item, index) => guest.upload(token, `${index}`, 'x')));
  const [, answer] = await Promise.all([
    Promise.all(Array.from({ length: 5 }, (_item, index) => guest.upload(token, `more ${index}`, 'x'))),
    ada.call('POST', `/api/share/${token}/revert`, {}),
  ]);
  expect(answer).toMatchObject({ status: 200 });
  await ada.call('POST', `/api/share/${token}/revert`, {});
  expect(await ada.names(root)).toEqual([]);
});

test('parallel ranges of one visit count as one download', async () => {
  const file = await ada.upload('ranges.txt', 'x'.repeat(1_000));
  await ada.move([file], root);
  await ada.call('PATCH', `/api/share/${token}`, { download_limit: 1 });
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_item, index) =>
      guest.call('GET', `/api/files/${file.id}/content/${token}?download`, {
        headers: { range: `bytes=${index * 100}-${index * 100 + 99}` },
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 206));
  expect(await ada.call('GET', `/api/share/${token}`)).toMatchObject({
    data: { attributes: { downloads: 1 } },
  });
});

test('reverting a file that was overwritten brings its content back, or changes nothing', async () => {
  const old = await ada.file('doc.txt', root);
  const fresh = await guest.upload(token, { name: 'doc.txt', query: 'on_conflict=replace' }, 'newer');
  const { id } = fresh.json<Item>().data;
  expect(id).toBe(old.id);
  // The owner has deleted the version since.
  await server.parts.db.deleteFrom('item_versions').execute();
  const answer = await ada.call('POST', `/api/share/${token}/revert`, {});
  expect(answer).toMatchObject({ meta: { reverted: 0, kept: 1 } });
  expect((await ada.browse(root)).files.data.map(({ data }) => data.id)).toEqual([id]);
});
