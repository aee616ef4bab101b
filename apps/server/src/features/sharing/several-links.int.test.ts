import { linksOfItemMax } from '@holdall/contract/link-limits';
import type { Item } from '@holdall/contract/files';
import type { Share } from '@holdall/contract/shares';
import type { ItemRef } from '@holdall/contract/selections';
import { beforeEach, describe, expect, test } from 'vitest';
import { createGuestClient, type GuestClient, revoke } from '#testing/guest-client.ts';
import type { Answer } from '#testing/tree-client.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada, newcomer } = useTree();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let folder: ItemRef;
let guest: GuestClient;
beforeEach(async () => {
  folder = await ada.folder('folder');
  guest = createGuestClient(server);
});

type Attributes = Share['data']['attributes'];
const attributesOf = (answer: Answer): Attributes => (answer as unknown as Share).data.attributes;
const share = async (fields: object = {}): Promise<Attributes> => {
  const answer = await ada.call('POST', '/api/share', { ...folder, ...fields });
  expect(answer).toMatchObject({ status: 201 });
  return attributesOf(answer);
};
const another = (fields: object = {}) => share({ another: true, ...fields });
const linksOf = async (item: ItemRef = folder): Promise<Attributes[]> => {
  const { data } = (await ada.call('GET', `/api/share/item/${item.id}`)) as unknown as {
    data: Share['data'][];
  };
  return data.map(({ attributes }) => attributes);
};
const sharedOf = async (): Promise<Attributes | undefined> => {
  const answer = (await ada.call('GET', `/api/items/${folder.id}`)) as unknown as Item;
  return answer.data.relationships.shared?.data.attributes;
};
const open = (token: string) => guest.get(`/api/browse/share/${token}`);

describe('an item with several links', () => {
  test('has another one only where that is asked for', async () => {
    await share();
    expect(await ada.call('POST', '/api/share', folder)).toMatchObject({ status: 409, code: 'share.exists' });
    await another();
    expect(await linksOf()).toHaveLength(2);
  });

  test('has links that differ in everything', async () => {
    const first = await share({ label: ' For the printer ', permission: 'editor', download_limit: 3 });
    const second = await another({ password: 'dwelling-gloss-7', expiration: 24 });
    expect(await linksOf()).toMatchObject([
      {
        token: first.token,
        label: 'For the printer',
        permission: 'editor',
        download_limit: 3,
        protected: false,
      },
      {
        token: second.token,
        label: '',
        permission: 'visitor',
        download_limit: null,
        protected: true,
        expiration: 24,
      },
    ]);
    await ada.call('PATCH', `/api/share/${second.token}`, { label: 'Family' });
    expect((await linksOf()).map(({ label }) => label)).toEqual(['For the printer', 'Family']);
    await open(first.token);
    expect((await linksOf()).map(({ visits }) => visits)).toEqual([1, 0]);
  });

  test('is listed once, with its first link and their number', async () => {
    const first = await share();
    await another();
    expect(await sharedOf()).toMatchObject({ token: first.token, links: 2, edits: false });
    await another({ permission: 'editor' });
    expect(await sharedOf()).toMatchObject({
      token: first.token,
      permission: 'visitor',
      links: 3,
      edits: true,
    });
    const listed = (await ada.call('GET', '/api/browse/share')) as unknown as {
      folders: { data: Item[] };
      meta: { total: number };
    };
    expect(listed.folders.data.map(({ data }) => data.id)).toEqual([folder.id]);
    expect(listed.meta.total).toBe(1);
  });

  test('is marked with the unseen changes by all of its links, each of which tells its own', async () => {
    const first = await share({ permission: 'editor' });
    await another();
    const third = await another({ permission: 'editor' });
    for (const { token } of [first, third, third]) {
      await open(token);
      expect(await guest.upload(token, 'news.txt', 'text')).toMatchObject({ status: 201 });
    }
    expect((await linksOf()).map(({ unseen }) => unseen)).toEqual([1, 0, 2]);
    expect(await sharedOf()).toMatchObject({ token: first.token, links: 3, unseen: 3 });
    await revoke(ada, third.token);
    expect(await sharedOf()).toMatchObject({ links: 2, unseen: 1 });
  });

  test('keeps its other links where one ends', async () => {
    const first = await share();
    const second = await another();
    await revoke(ada, first.token);
    expect(await open(first.token)).toMatchObject({ status: 404 });
    expect(await open(second.token)).toMatchObject({ status: 200 });
    expect(await sharedOf()).toMatchObject({ token: second.token, links: 1 });
  });

  test('is not shared any more where its links end together, and the links of others stay', async () => {
    const tokens = [(await share()).token, (await another()).token];
    const eve = await newcomer('eve@example.com');
    const hers = await eve.folder('hers');
    await eve.call('POST', '/api/share', hers);
    const end = { items: [folder.id, hers.id], _method: 'delete' };
    expect(await ada.call('POST', '/api/share/revoke', end)).toMatchObject({
      status: 200,
      meta: { count: 2 },
    });
    for (const token of tokens) expect(await open(token)).toMatchObject({ status: 404 });
    expect(await sharedOf()).toBeUndefined();
    expect(await eve.call('GET', `/api/share/item/${hers.id}`)).toMatchObject({ data: [{ type: 'share' }] });
    expect(await ada.call('POST', '/api/share/revoke', end)).toMatchObject({
      status: 200,
      meta: { count: 0 },
    });
  });

  test('has a limited number of them, of which expired ones are none', async () => {
    await share({ expiration: 1 });
    for (let count = 1; count < linksOfItemMax; count += 1) await another();
    const refused = { status: 422, code: 'share.too_many' };
    expect(await ada.call('POST', '/api/share', { ...folder, another: true })).toMatchObject(refused);
    server.clock.advance(hour);
    await another();
    expect(await linksOf()).toHaveLength(linksOfItemMax);
  });

  test('gets one of two first links that are made at once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => ada.call('POST', '/api/share', folder)));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409', '409']);
    expect(await linksOf()).toHaveLength(1);
  });

  test('gets no more links than it may where many are made at once', async () => {
    for (let count = 0; count < linksOfItemMax - 1; count += 1) await another();
    const answers = await Promise.all(
      [1, 2, 3].map(() => ada.call('POST', '/api/share', { ...folder, another: true })),
    );
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '422', '422']);
  });

  test('shows them to its owner alone', async () => {
    await share();
    const eve = await newcomer('eve@example.com');
    expect(await eve.call('GET', `/api/share/item/${folder.id}`)).toMatchObject({
      status: 404,
      code: 'item.not_found',
    });
  });
});

describe('a date at which a link ends', () => {
  const after = (milliseconds: number): string => new Date(server.clock.now() + milliseconds).toISOString();

  test('is kept to the millisecond, and the link is open until then', async () => {
    const end = after(400 * day + 1);
    const { token, expires_at, expiration } = await share({ expires_at: end });
    expect({ expires_at, expiration }).toEqual({ expires_at: end, expiration: null });
    server.clock.advance(400 * day - minute);
    expect(await open(token)).toMatchObject({ status: 200 });
    server.clock.advance(minute);
    expect(await open(token)).toMatchObject({ status: 404, code: 'share.expired' });
  });

  test('can be chosen, changed and taken away later, and hours take its place', async () => {
    const { token } = await share();
    const changed = async (fields: object) =>
      attributesOf(await ada.call('PATCH', `/api/share/${token}`, fields));
    const end = after(90 * day);
    expect(await changed({ expires_at: end })).toMatchObject({ expires_at: end, expiration: null });
    expect(await changed({ expiration: 2 })).toMatchObject({ expiration: 2 });
    expect(await changed({ expires_at: end })).toMatchObject({ expires_at: end, expiration: null });
    expect(await changed({ expires_at: null })).toMatchObject({ expires_at: null, expiration: null });
  });

  test.each([
    ['in the past', () => after(-1), 'Choose an end in the future.'],
    ['now', () => after(0), 'Choose an end in the future.'],
    ['after more than ten years', () => after(11 * 366 * day), 'Choose an end within the next ten years.'],
    ['in words', () => 'tomorrow', 'Enter the end as a date and time, like 2027-01-31T18:00:00Z.'],
  ])('is not %s', async (_name, end, sentence) => {
    const said = { status: 422, code: 'request.invalid', errors: { expires_at: [sentence] } };
    expect(await ada.call('POST', '/api/share', { ...folder, expires_at: end() })).toMatchObject(said);
    const { token } = await share();
    expect(await ada.call('PATCH', `/api/share/${token}`, { expires_at: end() })).toMatchObject(said);
  });

  test('does not go with hours', async () => {
    const both = { ...folder, expiration: 1, expires_at: after(day) };
    expect(await ada.call('POST', '/api/share', both)).toMatchObject({
      status: 422,
      errors: { expires_at: ['Choose hours or a date, not both.'] },
    });
  });
});
