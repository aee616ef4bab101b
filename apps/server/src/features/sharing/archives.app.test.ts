import type { ItemRef } from '@holdall/contract/selections';
import { beforeEach, expect, test } from 'vitest';
import { createId } from '#ports/ids.ts';
import { shareOf } from '#testing/guest-client.ts';
import { useTree } from '#testing/use-tree.ts';
import { queriesOf } from '#testing/watch-queries.ts';

const { server, ada } = useTree();

let root: ItemRef;
let token: string;
beforeEach(async () => {
  root = await ada.folder('root');
  await ada.files(20, root);
  token = await shareOf(ada, root);
});

/** Prepares the archive of the shared folder, as a new visit each time. */
const prepare = (remoteAddress: string) =>
  server.app.inject({
    method: 'POST',
    url: `/api/zip/${token}`,
    payload: { all_of: { id: 'root', except: [createId(server.clock.now())] } },
    remoteAddress,
  });

test('a guest who prepares archives without end has to wait, others do not', async () => {
  let last = await prepare('203.0.113.7');
  let count = 1;
  for (; last.statusCode === 201 && count < 1_000; count += 1) last = await prepare('203.0.113.7');
  expect(last.json()).toMatchObject({ status: 429, code: 'limit.too_many' });
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
  expect(count).toBeGreaterThan(60);
  expect((await prepare('203.0.113.8')).statusCode).toBe(201);
  expect(await ada.call('POST', '/api/zip', { items: [root] })).toMatchObject({ status: 201 });
  server.clock.advance(60_000);
  expect((await prepare('203.0.113.7')).statusCode).toBe(201);
});

test('no archive is laid out for a closed connection', async () => {
  const guest = await server.services.guests.open({ token, cookie: undefined, via: 'share' });
  const open = (isClientGone: boolean) =>
    server.services.zip.open(
      guest,
      { all_of: { id: 'root', in: 'folder', except: [] } },
      { isClientGone: () => isClientGone, isEarly: false },
    );
  const walks = async (work: () => Promise<unknown>): Promise<number> =>
    (await queriesOf(work)).filter(({ sql }) => sql.includes('"blobs"')).length;
  expect(await walks(() => expect(open(true)).rejects.toMatchObject({ code: 'server.unavailable' }))).toBe(0);
  expect(await walks(async () => (await open(false)).release())).toBeGreaterThan(0);
});
