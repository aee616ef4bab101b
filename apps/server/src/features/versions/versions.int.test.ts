import type { VersionList } from '@holdall/contract/versions';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ItemRef } from '@holdall/contract/selections';
import { principalOfLink } from '#lib/actor.ts';
import { createId } from '#ports/ids.ts';
import { createGuestClient, shareOf } from '#testing/guest-client.ts';
import { plantVersions } from '#testing/plant-versions.ts';
import type { TreeClient } from '#testing/tree-client.ts';
import { useTree } from '#testing/use-tree.ts';
import { queriesOf } from '#testing/watch-queries.ts';

const { server, ada, newcomer } = useTree();
const minute = 60_000;
let file: ItemRef;
beforeEach(async () => {
  file = await ada.upload('report.txt', 'now');
});

const listOf = async (client: TreeClient, item = file, query = ''): Promise<VersionList> =>
  (await client.call('GET', `/api/items/${item.id}/versions${query}`)) as unknown as VersionList;
const idOfLink = async (token: string): Promise<string> => {
  const share = server.parts.db.selectFrom('shares').select('id').where('token', '=', token);
  return (await share.executeTakeFirstOrThrow()).id;
};
/** Gives a version the bytes of a file. */
const bytesFor = async (version: string, of: ItemRef, storedBy?: string): Promise<void> => {
  const { db } = server.parts;
  const { blob_id: blobId } = await db
    .selectFrom('items')
    .select('blob_id')
    .where('id', '=', of.id)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('item_versions')
    .set({ blob_id: blobId ?? '' })
    .where('id', '=', version)
    .execute();
  if (storedBy === undefined) return;
  await db
    .updateTable('blobs')
    .set({ stored_by: storedBy })
    .where('id', '=', blobId ?? '')
    .execute();
};

describe('the list of versions', () => {
  it('is empty for a file that never changed, and not there for a folder or another one’s file', async () => {
    expect(await listOf(ada)).toMatchObject({ data: [], meta: { count: 0, size: 0, more: false } });
    expect(await listOf(ada, await ada.folder('f'))).toMatchObject({ status: 404, code: 'item.not_found' });
    expect(await listOf(await newcomer('eve'))).toMatchObject({ status: 404, code: 'item.not_found' });
  });

  it('has pages of 50, newest first, whatever times the files claim', async () => {
    const now = server.clock.now();
    const times = Array.from({ length: 120 }, (_, index) => ({
      storedAt: now - (121 - index) * minute,
      replacedAt: now - (120 - index) * minute,
      modifiedAt: (index * 7_919) % 1_000,
      size: 10,
    }));
    const ids = (await plantVersions(server, file, times)).toReversed();
    const first = await listOf(ada);
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 50));
    expect(first.meta).toMatchObject({ count: 120, size: 1_200, more: true });
    const second = await listOf(ada, file, `?before=${first.data.at(-1)?.id}`);
    const third = await listOf(ada, file, `?before=${second.data.at(-1)?.id}`);
    expect([...second.data, ...third.data].map(({ id }) => id)).toEqual(ids.slice(50));
    expect(third.meta).toMatchObject({ count: 120, more: false });
  });

  it('tells by whom a content was stored, by one query for all of them', async () => {
    const eve = await newcomer('eve');
    const { db } = server.parts;
    await db
      .updateTable('user_settings')
      .set({ first_name: 'Eve', last_name: 'Adams' })
      .where('user_id', '=', eve.userId)
      .execute();
    const folder = await ada.folder('f');
    const link = await idOfLink(await shareOf(ada, folder, { permission: 'editor' }));
    const [one, other] = [createId(1), createId(2)];
    await plantVersions(
      server,
      file,
      [`user:${ada.userId}`, `user:${eve.userId}`, `${principalOfLink(link)}v`, `user:${one}`, null].map(
        (storedBy) => ({ storedBy }),
      ),
    );
    const list = await listOf(ada);
    const kinds = list.data.map(({ stored_by: by }) => by).toReversed();
    expect(kinds).toEqual([
      { kind: 'you', name: '' },
      { kind: 'user', name: 'Eve Adams' },
      { kind: 'link', name: '' },
      { kind: 'unknown', name: '' },
      { kind: 'unknown', name: '' },
    ]);
    const before = (await queriesOf(() => listOf(ada))).length;
    await plantVersions(
      server,
      file,
      Array.from({ length: 40 }, (_, index) => ({ storedBy: `user:${createId(index)}` })),
    );
    await plantVersions(server, file, [{ storedBy: `${principalOfLink(other)}v` }]);
    expect((await queriesOf(() => listOf(ada))).length).toBe(before);
  });

  it('is there in the trash as well, and its bytes are not', async () => {
    const [version = ''] = await plantVersions(server, file, [{}]);
    await bytesFor(version, await ada.upload('other.txt', 'before'));
    await ada.remove([file]);
    expect((await listOf(ada)).data.map(({ id }) => id)).toEqual([version]);
    const bytes = await ada.call('GET', `/api/items/${file.id}/versions/${version}/content`);
    expect(bytes).toMatchObject({ status: 404, code: 'item.not_found' });
  });
});

describe('the bytes of a version', () => {
  const ask = async (version: string, headers: Record<string, string> = {}, query = '?download') =>
    server.app.inject({
      url: `/api/items/${file.id}/versions/${version}/content${query}`,
      headers: { cookie: await server.signIn(), ...headers },
    });

  it('come whole or in part, with the type and the time of the version, under a name with its date', async () => {
    const now = Date.UTC(2026, 2, 1, 9, 30);
    const [version = ''] = await plantVersions(server, file, [{ modifiedAt: Date.UTC(2001, 1, 2) }]);
    const other = await ada.upload('other.txt', 'before');
    await bytesFor(version, other);
    await server.parts.db.updateTable('blobs').set({ created_at: now }).execute();
    const answer = await ask(version);
    expect([answer.statusCode, answer.body]).toEqual([200, 'before']);
    expect(answer.headers).toMatchObject({
      'content-disposition': 'attachment; filename="report (2026-03-01 09.30).txt"',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-type': 'text/plain; charset=utf-8',
      'last-modified': 'Fri, 02 Feb 2001 00:00:00 GMT',
      'x-content-type-options': 'nosniff',
    });
    const part = await ask(version, { range: 'bytes=2-3' });
    expect([part.statusCode, part.body]).toEqual([206, 'fo']);
    const same = await ask(version, { 'if-none-match': String(answer.headers.etag) });
    expect(same.statusCode).toBe(304);
    expect((await ask(version, {}, '')).headers['content-disposition']).toMatch(/^inline/u);
  });

  it('are refused where they are damaged, missing, of another file, or downloads are disabled', async () => {
    const [version = '', absent = ''] = await plantVersions(server, file, [{}, {}]);
    const other = await ada.upload('other.txt', 'before');
    await bytesFor(version, other);
    expect((await ask(absent)).json()).toMatchObject({ code: 'item.damaged' });
    const elsewhere = await ada.call('GET', `/api/items/${other.id}/versions/${version}/content`);
    expect(elsewhere).toMatchObject({ status: 404, code: 'version.not_found' });
    const listed = async (): Promise<unknown[]> => {
      const { data } = (await ada.call('GET', `/api/items/${file.id}/versions`)) as unknown as {
        data: { damaged_at?: string }[];
      };
      return data.map(({ damaged_at: at }) => at);
    };
    expect(await listed()).toEqual([undefined, undefined]);
    await server.parts.db.updateTable('blobs').set({ damaged_at: 1 }).execute();
    expect(await listed()).toEqual(Array(2).fill('1970-01-01T00:00:00.001Z'));
    expect((await ask(version)).json()).toMatchObject({ code: 'item.damaged' });
    await server.parts.db.updateTable('users').set({ can_download: 0 }).execute();
    expect((await ask(version)).json()).toMatchObject({ code: 'download.disabled' });
  });
});

describe('guests of a link', () => {
  it('see and download only what was stored through their own link', async () => {
    const folder = await ada.folder('shared');
    await ada.move([file], folder);
    const token = await shareOf(ada, folder, { permission: 'editor', download_limit: 1 });
    const link = await idOfLink(token);
    const visitor = await shareOf(ada, file);
    const [own = '', hers = '', another = ''] = await plantVersions(server, file, [
      { storedBy: `${principalOfLink(link)}v` },
      {},
      { storedBy: `${principalOfLink(await idOfLink(visitor))}v` },
    ]);
    await bytesFor(own, await ada.upload('other.txt', 'before'), `${principalOfLink(link)}v`);
    const guest = createGuestClient(server);
    await guest.get(`/api/browse/share/${token}`);
    const list = (await guest.get(`/api/editor/versions/${file.id}/${token}`)).json<VersionList>();
    expect(list.data.map(({ id, stored_by: by }) => [id, by])).toEqual([[own, { kind: 'link', name: '' }]]);
    expect(list.meta).toMatchObject({ count: 1, size: 1, current: { stored_by: { kind: 'unknown' } } });
    const content = (id: string): string => `/api/editor/versions/${file.id}/${id}/content/${token}?download`;
    for (const id of [hers, another]) expect((await guest.get(content(id))).code).toBe('version.not_found');
    expect((await guest.get(content(own))).body).toBe('before');
    const next = createGuestClient(server);
    await next.get(`/api/browse/share/${token}`);
    expect((await next.get(content(own))).code).toBe('share.exhausted');
    const outside = await ada.upload('outside.txt', 'x');
    expect((await guest.get(`/api/editor/versions/${outside.id}/${token}`)).code).toBe('item.not_found');
    expect((await guest.get(`/api/editor/versions/${file.id}/${visitor}`)).code).toBe('share.forbidden');
  });
});

describe('a pinned version', () => {
  const change = (version: string, body: object) =>
    ada.call('PATCH', `/api/items/${file.id}/versions/${version}`, body);
  const labelOf = async (version: string) => {
    const { data } = await listOf(ada);
    const found = data.find(({ id }) => id === version);
    return [found?.pinned, found?.label, found?.expires_at === null];
  };

  it('is pinned and named, and loses both', async () => {
    const [version = ''] = await plantVersions(server, file, [{}]);
    expect(await labelOf(version)).toEqual([false, '', false]);
    const steps: [object, boolean, string][] = [
      [{ label: '' }, false, ''],
      [{ pinned: true }, true, ''],
      [{ label: '  First draft ' }, true, 'First draft'],
      [{ pinned: true }, true, 'First draft'],
      [{ label: '' }, true, ''],
      [{ pinned: false }, false, ''],
      [{ pinned: true, label: 'Sent' }, true, 'Sent'],
      [{ pinned: false }, false, ''],
    ];
    for (const [body, pinned, label] of steps) {
      expect(await change(version, body)).toMatchObject({
        status: 200,
        data: { id: version, pinned, label },
      });
      expect(await labelOf(version)).toEqual([pinned, label, pinned]);
    }
    const override = await ada.call('POST', `/api/items/${file.id}/versions/${version}`, {
      _method: 'patch',
      label: 'Again',
    });
    expect(override).toMatchObject({ status: 200, data: { label: 'Again' } });
    for (const body of [{}, { label: 'x'.repeat(81) }, { pinned: false, label: 'x' }])
      expect(await change(version, body)).toMatchObject({ status: 422 });
  });

  it('changes only as a version of its own live file, and by nobody else', async () => {
    const [version = ''] = await plantVersions(server, file, [{}]);
    const eve = await newcomer('eve');
    const other = await ada.upload('other.txt', 'x');
    const url = (item: ItemRef): string => `/api/items/${item.id}/versions/${version}`;
    for (const method of ['PATCH', 'DELETE'] as const) {
      const body = method === 'PATCH' ? { pinned: true } : undefined;
      expect(await eve.call(method, url(file), body)).toMatchObject({ code: 'item.not_found' });
      expect(await ada.call(method, url(other), body)).toMatchObject({ code: 'version.not_found' });
      await ada.remove([file]);
      expect(await ada.call(method, url(file), body)).toMatchObject({ code: 'item.not_found' });
      await ada.restore([file]);
    }
    expect(await labelOf(version)).toEqual([false, '', false]);
  });
});

describe('a deleted version', () => {
  it('is gone for good, pinned or not, and returns its quota once', async () => {
    const [plain = '', pinned = ''] = await plantVersions(server, file, [
      { size: 10 },
      { size: 100, label: 'Sent' },
    ]);
    const remove = (version: string) => ada.call('DELETE', `/api/items/${file.id}/versions/${version}`);
    const both = await Promise.all([remove(pinned), remove(pinned)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([204, 404]));
    expect(await remove(plain)).toMatchObject({ status: 204 });
    expect((await listOf(ada)).meta).toMatchObject({ count: 0, size: 0 });
    expect(await server.services.usage.verifyUsage()).toEqual([]);
    const { db } = server.parts;
    const marked = db.selectFrom('blobs').select('id').where('unreferenced_at', 'is not', null);
    expect(await marked.execute()).toHaveLength(2);
  });
});
