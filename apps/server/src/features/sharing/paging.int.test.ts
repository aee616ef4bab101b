import type { FileRequest } from '@holdall/contract/file-requests';
import type { Browse } from '@holdall/contract/files';
import { sortFields } from '@holdall/contract/page';
import type { ItemRef } from '@holdall/contract/selections';
import type { ShareActivityPage } from '@holdall/contract/shares';
import { beforeEach, describe, expect, test } from 'vitest';
import { createGuestClient, type GuestClient, shareOf } from '#testing/guest-client.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada, newcomer } = useTree();

describe('Publicly shared', () => {
  /** Sorts differently by each column; folders have no size. */
  const facts = [
    { name: 'alpha', type: 'folder', created_at: 30, modified_at: 10, size: 0 },
    { name: 'beta', type: 'folder', created_at: 10, modified_at: 20, size: 0 },
    { name: 'gamma 10', type: 'folder', created_at: 20, modified_at: 30, size: 0 },
    { name: 'a 2.txt', type: 'file', created_at: 3, modified_at: 2, size: 40 },
    { name: 'a 10.txt', type: 'file', created_at: 1, modified_at: 4, size: 10 },
    { name: 'b.txt', type: 'file', created_at: 4, modified_at: 1, size: 30 },
    { name: 'c.txt', type: 'file', created_at: 2, modified_at: 3, size: 20 },
  ] as const;
  beforeEach(async () => {
    const outer = await ada.folder('outer');
    for (const [index, { name, type, size, ...times }] of facts.entries()) {
      const parent = index % 2 === 0 ? outer : null;
      const item = type === 'folder' ? await ada.folder(name, parent) : await ada.file(name, parent, size);
      await shareOf(ada, item);
      await server.parts.db.updateTable('items').set(times).where('id', '=', item.id).execute();
    }
    const bob = await newcomer('bob');
    await shareOf(bob, await bob.folder('of bob'));
    await ada.folder('not shared');
  });

  const list = async (query: string): Promise<Browse> => {
    const answer = await ada.call('GET', `/api/browse/share?${query}`);
    expect(answer.status).toBe(200);
    return answer as unknown as Browse;
  };
  const namesOf = ({ folders, files }: Browse): string[] =>
    [...folders.data, ...files.data].map(({ data }) => data.attributes.name);
  const totals = { total: 7, folders: 3, files: 4, size: 100 };

  const orders = {
    name: ['alpha', 'beta', 'gamma 10', 'a 2.txt', 'a 10.txt', 'b.txt', 'c.txt'],
    size: ['alpha', 'beta', 'gamma 10', 'a 10.txt', 'c.txt', 'b.txt', 'a 2.txt'],
    created_at: ['beta', 'gamma 10', 'alpha', 'a 10.txt', 'c.txt', 'a 2.txt', 'b.txt'],
    modified_at: ['alpha', 'beta', 'gamma 10', 'b.txt', 'a 2.txt', 'c.txt', 'a 10.txt'],
  } as const satisfies Record<(typeof sortFields)[number], readonly string[]>;

  test.each(sortFields)('is sorted by %s in both directions, folders first', async (sort) => {
    const order = orders[sort];
    expect(namesOf(await list(`sort=${sort}&direction=ASC`))).toEqual(order);
    const back = [...order.slice(0, 3).toReversed(), ...order.slice(3).toReversed()];
    expect(namesOf(await list(`sort=${sort}&direction=DESC`))).toEqual(back);
  });

  test('begins with the latest link by default', async () => {
    expect(namesOf(await list(''))).toEqual(namesOf(await list('sort=created_at&direction=DESC')));
  });

  test.each([1, 2, 3, 7])('is paged by %i, and each page has the totals', async (limit) => {
    const read: string[] = [];
    for (let offset = 0; offset < 7; offset += limit) {
      const page = await list(`sort=name&direction=ASC&offset=${offset}&limit=${limit}`);
      expect(page.meta).toMatchObject({ ...totals, offset, limit });
      expect(namesOf(page).length).toBe(Math.min(limit, 7 - offset));
      read.push(...namesOf(page));
    }
    expect(read).toEqual(orders.name);
    const behind = await list('offset=7');
    expect(behind.meta).toMatchObject(totals);
    expect(namesOf(behind)).toEqual([]);
  });

  test.each(['sort=owner_id', 'sort=name;drop', 'direction=UP', 'offset=-1', 'limit=0', 'limit=1001'])(
    'refuses %s',
    async (query) => {
      expect(await ada.call('GET', `/api/browse/share?${query}`)).toMatchObject({ status: 422 });
    },
  );
});

describe('the activity of a link', () => {
  let root: ItemRef;
  let token: string;
  let guest: GuestClient;
  beforeEach(async () => {
    root = await ada.folder('root');
    token = await shareOf(ada, root, { permission: 'editor' });
    guest = createGuestClient(server);
    await guest.get(`/api/browse/share/${token}`);
    for (const name of ['1', '2', '3', '4', '5']) await guest.upload(token, `${name}.txt`, name);
  });
  const page = async (query: string): Promise<ShareActivityPage> =>
    (await ada.call('GET', `/api/share/${token}/activity?${query}`)) as unknown as ShareActivityPage;
  const namesOf = ({ data }: ShareActivityPage): string[] => data.map(({ attributes }) => attributes.name);

  test('is paged, the latest first, also while more is added', async () => {
    const first = await page('limit=2');
    expect(namesOf(first)).toEqual(['5.txt', '4.txt']);
    expect(first.meta).toEqual({ next: first.data[1]?.id, revertible: 5 });
    await guest.upload(token, 'later.txt', 'x');
    const second = await page(`limit=2&before=${first.meta.next}`);
    expect(namesOf(second)).toEqual(['3.txt', '2.txt']);
    expect(second.meta).toEqual({ next: second.data[1]?.id, revertible: null });
    const third = await page(`limit=2&before=${second.meta.next}`);
    expect(namesOf(third)).toEqual(['1.txt']);
    expect(third.meta).toEqual({ next: null, revertible: null });
  });

  test('ends with a page that is exactly full', async () => {
    expect((await page('limit=5')).meta).toEqual({ next: null, revertible: 5 });
    expect((await page('')).meta).toEqual({ next: null, revertible: 5 });
  });

  test('contains only entries of this link, whatever cursor is given', async () => {
    const other = await shareOf(ada, await ada.folder('other'), { permission: 'editor' });
    await guest.upload(other, 'elsewhere.txt', 'x');
    const { data } = (await ada.call('GET', `/api/share/${other}/activity`)) as unknown as ShareActivityPage;
    expect(namesOf({ data, meta: { next: null, revertible: null } })).toEqual(['elsewhere.txt']);
    expect(namesOf(await page(`before=${data[0]?.id}`))).toEqual([
      '5.txt',
      '4.txt',
      '3.txt',
      '2.txt',
      '1.txt',
    ]);
  });

  test.each(['limit=0', 'limit=201', 'before=x'])('is refused for the query %s', async (query) => {
    expect(await ada.call('GET', `/api/share/${token}/activity?${query}`)).toMatchObject({ status: 422 });
  });
});

test('requests for files are paged, the latest first', async () => {
  const folder = await ada.folder('folder');
  for (const name of ['1', '2', '3'])
    await ada.call('POST', '/api/file-requests', { folder_id: folder.id, name });
  const page = async (query: string) =>
    (await ada.call('GET', `/api/file-requests?${query}`)) as unknown as {
      data: FileRequest['data'][];
      meta: { next: string | null };
    };
  const namesOf = ({ data }: Awaited<ReturnType<typeof page>>): string[] =>
    data.map(({ attributes }) => attributes.name);
  const first = await page('limit=2');
  expect(namesOf(first)).toEqual(['3', '2']);
  const second = await page(`limit=2&before=${first.meta.next}`);
  expect(namesOf(second)).toEqual(['1']);
  expect(second.meta.next).toBeNull();
  expect((await page('limit=3')).meta.next).toBeNull();
});
