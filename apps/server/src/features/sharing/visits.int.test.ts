import type { ItemRef } from '@holdall/contract/selections';
import { beforeEach, describe, expect, test } from 'vitest';
import { createGuestClient, type GuestClient, shareOf } from '#testing/guest-client.ts';
import { askForFiles } from '#testing/request-sender.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada } = useTree();

let root: ItemRef;
let token: string;
let guest: GuestClient;
beforeEach(async () => {
  root = await ada.folder('root');
  token = await shareOf(ada, root, { permission: 'editor' });
  guest = createGuestClient(server);
});

const visits = async (link = token): Promise<number> => {
  const row = await server.parts.db
    .selectFrom('shares')
    .select('visits')
    .where('token', '=', link)
    .executeTakeFirstOrThrow();
  return row.visits;
};
const unlock = (link: string, password: string, who = guest) =>
  who.post(`/api/browse/authenticate/${link}`, { password });

describe('a visit', () => {
  test('begins with the first response, and not with a check of existence', async () => {
    const asked = await guest.call('HEAD', `/api/browse/share/${token}`);
    expect([asked.status, asked.headers['set-cookie'], await visits()]).toEqual([200, undefined, 0]);
    const request = await askForFiles(ada, root);
    const ofRequest = await guest.call('HEAD', `/api/request/${request.token}`);
    expect([ofRequest.status, ofRequest.headers['set-cookie']]).toEqual([200, undefined]);
    await guest.get(`/api/browse/share/${token}`);
    await guest.get(`/api/browse/share/${token}`);
    expect(await visits()).toBe(1);
  });

  test('counts once if it begins with a password, needed or not', async () => {
    expect(await unlock(token, 'any')).toMatchObject({ status: 200 });
    await guest.get(`/api/browse/share/${token}`);
    expect(await visits()).toBe(1);
    const locked = await shareOf(ada, await ada.folder('locked'), { password: 'harbour lights' });
    await unlock(locked, 'harbour lights');
    await unlock(locked, 'harbour lights');
    await guest.get(`/api/browse/share/${locked}`);
    expect(await visits(locked)).toBe(1);
  });
});

test('a browser keeps the cookies of the newest thirty links, whatever else it keeps', async () => {
  const others = Array.from(
    { length: 40 },
    (_item, index) => `holdall-link-${String(index).padStart(16, '0')}=x`,
  );
  const cookie = ['session=mine', ...others, '__Host-holdall-link-0000000000000099=x', 'last=kept'].join(
    '; ',
  );
  const answer = await guest.call('GET', `/api/browse/share/${token}`, { cookie });
  const set = [answer.headers['set-cookie']].flat().map(String);
  const cleared = set.filter((line) => line.includes('1970')).map((line) => line.split('=')[0]);
  expect(cleared).toEqual(others.slice(0, 12).map((one) => one.split('=')[0]));
  expect(set).toHaveLength(13);
  for (const line of set) expect(line).toMatch(/Path=\/;.*HttpOnly/);
});

describe('the password of a link', () => {
  let locked: string;
  beforeEach(async () => {
    locked = await shareOf(ada, await ada.folder('locked'), { password: 'harbour lights' });
  });
  const guess = (password: string, remoteAddress: string) =>
    server.app.inject({
      method: 'POST',
      url: `/api/browse/authenticate/${locked}`,
      payload: { password },
      remoteAddress,
    });
  /** Sends wrong passwords, as many a minute as are allowed. */
  const guessFor = async (times: number): Promise<void> => {
    for (let index = 0; index < times; index += 1) {
      if (index % 10 === 0) server.clock.advance(60_001);
      expect((await guess(`wrong ${index}`, '203.0.113.7')).statusCode).toBe(401);
    }
    server.clock.advance(60_001);
  };

  test('cannot be found by patience, and others are not locked out meanwhile', async () => {
    await guessFor(100);
    const answer = await guess('harbour lights', '203.0.113.7');
    expect(answer.json()).toMatchObject({ status: 429, code: 'limit.too_many' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(12 * 60 * 60);
    expect((await guess('harbour lights', '203.0.113.8')).statusCode).toBe(200);
    server.clock.advance(24 * 60 * 60_000);
    expect((await guess('harbour lights', '203.0.113.7')).statusCode).toBe(200);
  });

  test('is entered by any number of guests from one address', async () => {
    await guessFor(90);
    for (let index = 0; index < 20; index += 1) {
      if (index % 10 === 0) server.clock.advance(60_001);
      expect((await guess('harbour lights', '203.0.113.7')).statusCode).toBe(200);
    }
  });
});

test('guests’ addresses are shown to administrators, and not to the owner', async () => {
  const locked = await shareOf(ada, await ada.folder('locked'), { password: 'harbour lights' });
  await unlock(locked, 'wrong');
  await guest.upload(token, 'sent.txt', 'x');
  const logOf = async (path: string) => {
    const { data } = (await ada.call('GET', path)) as unknown as {
      data: { attributes: { kind: string; address: string | null; user_agent: string | null } }[];
    };
    const attributes = data.map((entry) => entry.attributes);
    return (kind: string) => {
      const { address, user_agent: agent } = attributes.find((entry) => entry.kind === kind) ?? {};
      return [address, agent];
    };
  };
  const [own, all] = [await logOf('/api/user/activity'), await logOf('/api/admin/activity')];
  for (const kind of ['guest.uploaded', 'share.unlock_failed']) {
    expect([kind, own(kind)]).toEqual([kind, [null, null]]);
    expect([kind, all(kind)]).toEqual([kind, ['127.0.0.1', 'lightMyRequest']]);
  }
  expect(own('session.signed_in')).toEqual(['127.0.0.1', 'lightMyRequest']);
});

test('the tree of folders has two levels, and one below a given folder', async () => {
  const [a] = [await ada.folder('a', root), await ada.folder('b', root), await ada.folder('outside')];
  const inner = await ada.folder('inner', a);
  await ada.folder('innermost', inner);
  await ada.file('file.txt', root);
  const tree = async (query = ''): Promise<unknown> =>
    (await guest.get(`/api/browse/navigation/${token}${query}`)).json();
  const none: unknown[] = [];
  expect(await tree()).toMatchObject({
    data: [
      { id: a.id, name: 'a', folders: [{ id: inner.id, name: 'inner', folders: none }] },
      { name: 'b', folders: none },
    ],
    meta: { total: 2 },
  });
  expect(await tree(`?parent_id=${a.id}`)).toMatchObject({
    data: [{ id: inner.id, folders: none }],
    meta: { total: 1 },
  });
});
