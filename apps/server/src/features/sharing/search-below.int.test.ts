import type { Found, SearchResults } from '@holdall/contract/listings';
import type { ItemRef } from '@holdall/contract/selections';
import { beforeEach, expect, test } from 'vitest';
import type { GuestActor } from '#lib/actor.ts';
import { createGuestClient, type GuestAnswer, type GuestClient, shareOf } from '#testing/guest-client.ts';
import { useTree } from '#testing/use-tree.ts';
import { queriesOf } from '#testing/watch-queries.ts';

const { server, ada } = useTree();

let root: ItemRef;
let token: string;
let guest: GuestClient;
beforeEach(async () => {
  root = await ada.folder('root');
  token = await shareOf(ada, root);
  guest = createGuestClient(server);
});

const searchFor = (query: string, more = ''): Promise<GuestAnswer> =>
  guest.get(`/api/search/${token}?query=${encodeURIComponent(query)}${more}`);
const namesOf = (answer: GuestAnswer): string[] => {
  const { folders, files } = answer.json<Record<'folders' | 'files', { data: Found[] }>>();
  return [...folders.data, ...files.data].map(({ data }) => data.attributes.name);
};
const names = async (query: string, more = ''): Promise<string[]> => namesOf(await searchFor(query, more));
/** Returns a guest of the link as an actor. */
const actor = (): Promise<GuestActor> =>
  server.services.guests.open({ token, cookie: undefined, via: 'share' });

test('the best match is found, wherever it is and however many others match', async () => {
  const [wide, deep] = [await ada.folder('wide', root), await ada.folder('deep', root)];
  await ada.files(1_100, wide);
  const inner = await ada.folder('inner', await ada.folder('middle', deep));
  await ada.file('file', inner);
  await ada.file('file 7', inner);
  const found = await names('file', '&limit=3');
  expect(found).toEqual(['file', 'file 0', 'file 1']);
  expect(await names('le 1099')).toEqual(['file 1099']);
  const completeOf = async (more: string) => {
    const { folders, files } = (await searchFor('file', more)).json<SearchResults>();
    return [folders.complete, files.complete];
  };
  expect(await completeOf('&limit=3')).toEqual([true, false]);
  expect(await completeOf('7&limit=500')).toEqual([true, true]);
  expect(await names('file', '&type=folder')).toEqual([]);
  expect(await names('inn')).toEqual(['inner']);
});

test('a search does not wait for writers', async () => {
  await ada.file('found.txt', root);
  await server.parts.db.transaction().execute(async (trx) => {
    const { userId } = ada;
    await trx.updateTable('user_storage').set({ documents: 1 }).where('user_id', '=', userId).execute();
    expect(await names('found')).toEqual(['found.txt']);
  });
});

test('a search yields to others, and stops when its client has gone', async () => {
  await ada.files(2_100, root);
  const guestActor = await actor();
  const request = { query: 'file', limit: 10, type: 'all', filter: {} } as const;
  const statements = async (staysFor: number): Promise<number> => {
    let looks = 0;
    const isClientGone = (): boolean => {
      looks += 1;
      return looks > staysFor;
    };
    const queries = await queriesOf(() =>
      server.services.search.search(guestActor, { ...request, isClientGone }),
    );
    return queries.filter(({ sql }) => sql.includes('search_key')).length;
  };
  expect(await statements(0)).toBe(0);
  expect(await statements(1)).toBe(1);
  expect(await statements(2)).toBe(2);
  expect(await statements(Number.POSITIVE_INFINITY)).toBe(3);
});

test('a guest who searches without end has to wait, other guests of the link do not', async () => {
  const search = (remoteAddress: string) =>
    server.app.inject({ url: `/api/search/${token}?query=x`, remoteAddress });
  let last = await search('203.0.113.7');
  let count = 1;
  for (; last.statusCode === 200 && count < 1_000; count += 1) last = await search('203.0.113.7');
  expect(last.json()).toMatchObject({ status: 429, code: 'limit.too_many' });
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
  // Faster than anybody types.
  expect(count).toBeGreaterThan(120);
  expect((await search('203.0.113.8')).statusCode).toBe(200);
  server.clock.advance(60_000);
  expect((await search('203.0.113.7')).statusCode).toBe(200);
});

test('wildcard characters are matched literally', async () => {
  const all = ['100%.txt', '100 of 100.txt', 'a_b.txt', 'axb.txt', 'aaaaaaaaaaaa!', '(a+)+$', "o'hara.txt"];
  for (const name of all) await ada.file(name, root);
  await ada.file('100% outside.txt');
  expect(await names('%')).toEqual(['100%.txt']);
  expect(await names('_')).toEqual(['a_b.txt']);
  expect(await names('a_b')).toEqual(['a_b.txt']);
  expect(await names('(a+)+$')).toEqual(['(a+)+$']);
  expect(await names('.*')).toEqual([]);
  expect(await names("'")).toEqual(["o'hara.txt"]);
  expect(await names("' or 1=1 --")).toEqual([]);
  expect(await names('\u0001')).toEqual([]);
  expect(await names('\u0000')).toEqual([]);
});
