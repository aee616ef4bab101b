import type { Share } from '@holdall/contract/shares';
import { downloadLimitMax, expirationHours } from '@holdall/contract/link-limits';
import type { ItemRef } from '@holdall/contract/selections';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { qrSvg } from '#lib/qr-svg.ts';
import { createGuestClient, type GuestClient, revoke, shareOf } from '#testing/guest-client.ts';
import type { Answer, TreeClient } from '#testing/tree-client.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada, newcomer } = useTree();
const minute = 60_000;
const hour = 60 * minute;

let folder: ItemRef;
let file: ItemRef;
let guest: GuestClient;
beforeEach(async () => {
  folder = await ada.folder('folder');
  file = await ada.upload('file.txt', 'bytes');
  guest = createGuestClient(server);
});

const attributesOf = (answer: Answer): Share['data']['attributes'] =>
  (answer as unknown as Share).data.attributes;
const change = (token: string, fields: object, who: TreeClient = ada) =>
  who.call('PATCH', `/api/share/${token}`, fields);
const open = (token: string) => guest.get(`/api/browse/share/${token}`);

describe('the end of a link', () => {
  test.each(expirationHours)('is reached after %i hours, and not before', async (hours) => {
    const answer = await ada.call('POST', '/api/share', { ...folder, expiration: hours });
    const { token, created_at: begin, expires_at: end } = attributesOf(answer);
    expect(Date.parse(end ?? '') - Date.parse(begin)).toBe(hours * hour);
    server.clock.advance(hours * hour - minute);
    expect(await open(token)).toMatchObject({ status: 200 });
    server.clock.advance(minute);
    expect(await open(token)).toMatchObject({ status: 404, code: 'share.expired' });
  });

  test.each([{}, { expiration: null }])('is never reached with %j', async (more) => {
    const answer = await ada.call('POST', '/api/share', { ...folder, ...more });
    expect(attributesOf(answer).expires_at).toBeNull();
    server.clock.advance(10_000 * hour);
    expect(await open(attributesOf(answer).token)).toMatchObject({ status: 200 });
  });

  test('has no other form, and the response names the right one', async () => {
    const token = await shareOf(ada, folder);
    for (const expiration of [3, 0, -1, 1.5, 169, '1', true]) {
      const said = {
        status: 422,
        code: 'request.invalid',
        errors: { expiration: ['A link can end after 1, 2, 6, 12, 24, 48 or 168 hours.'] },
      };
      expect(await ada.call('POST', '/api/share', { ...file, expiration })).toMatchObject(said);
      expect(await change(token, { expiration })).toMatchObject(said);
    }
    expect(attributesOf(await ada.call('GET', `/api/share/${token}`)).expires_at).toBeNull();
  });
});

test('a download limit is a whole number within bounds, and the response says so', async () => {
  for (const limit of [0, -1, 1.5, downloadLimitMax + 1, '5'])
    expect(await ada.call('POST', '/api/share', { ...folder, download_limit: limit })).toMatchObject({
      status: 422,
      errors: { download_limit: ['Choose a whole number of downloads, from 1 to 1,000,000.'] },
    });
});

describe('one link an item', () => {
  test('the second of two is refused, and the first stays unchanged', async () => {
    const token = await shareOf(ada, folder);
    const again = await ada.call('POST', '/api/share', {
      ...folder,
      permission: 'editor',
      password: 'harbour lights',
    });
    expect(again).toMatchObject({ status: 409, code: 'share.exists' });
    expect(attributesOf(await ada.call('GET', `/api/share/${token}`))).toMatchObject({
      permission: 'visitor',
      protected: false,
    });
  });

  test('one of eight concurrent ones is created', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ada.call('POST', '/api/share', folder)),
    );
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual([
      '201',
      ...Array<string>(7).fill('409'),
    ]);
    expect(await server.parts.db.selectFrom('shares').select('id').execute()).toHaveLength(1);
  });

  test('an expired or revoked one makes room for another', async () => {
    const first = await shareOf(ada, folder, { expiration: 1 });
    server.clock.advance(hour);
    const second = await shareOf(ada, folder);
    await revoke(ada, second);
    const third = await shareOf(ada, folder);
    expect(await open(first)).toMatchObject({ code: 'share.not_found' });
    expect(await open(second)).toMatchObject({ code: 'share.not_found' });
    expect(await open(third)).toMatchObject({ status: 200 });
  });
});

test('a file can be shared for editing, at first as later', async () => {
  const token = await shareOf(ada, file);
  expect(await change(token, { permission: 'editor' })).toMatchObject({ status: 200 });
  const another = await ada.call('POST', '/api/share', { ...file, permission: 'editor', another: true });
  expect(attributesOf(another).permission).toBe('editor');
  expect(await ada.call('POST', '/api/share', { ...folder, type: 'file' })).toMatchObject({
    status: 404,
    code: 'item.not_found',
  });
});

describe('a change', () => {
  const full = { permission: 'editor', password: 'harbour lights', expiration: 48, download_limit: 7 };

  test.each<[string, object, Partial<Share['data']['attributes']>]>([
    ['the permission', { permission: 'visitor' }, { permission: 'visitor' }],
    ['the password', { password: null }, { protected: false }],
    ['the end', { expiration: null }, { expires_at: null, expiration: null }],
    ['the limit', { download_limit: null }, { download_limit: null }],
  ])('of %s leaves all other fields unchanged', async (_what, fields, changed) => {
    const token = await shareOf(ada, folder, full);
    const before = attributesOf(await ada.call('GET', `/api/share/${token}`));
    expect(before).toMatchObject({ permission: 'editor', protected: true, download_limit: 7 });
    const answer = await change(token, fields);
    expect(answer.status).toBe(200);
    expect(attributesOf(answer)).toEqual({ ...before, ...changed });
    expect(attributesOf(await ada.call('GET', `/api/share/${token}`))).toEqual({ ...before, ...changed });
  });

  test('without a field is refused', async () => {
    const token = await shareOf(ada, folder);
    expect(await change(token, {})).toMatchObject({
      status: 422,
      errors: { permission: ['Say what is to change.'] },
    });
  });

  test('of the limit counts earlier downloads', async () => {
    const token = await shareOf(ada, file);
    const take = async (): Promise<string | number> => {
      const answer = await createGuestClient(server).get(`/api/files/${file.id}/content/${token}?download`);
      return answer.code ?? answer.status;
    };
    expect([await take(), await take()]).toEqual([200, 200]);
    await change(token, { download_limit: 3 });
    expect([await take(), await take()]).toEqual([200, 'share.exhausted']);
    await change(token, { download_limit: 4 });
    expect([await take(), await take()]).toEqual([200, 'share.exhausted']);
  });

  test('counts its hours from now, and revives an expired link', async () => {
    const token = await shareOf(ada, folder, { expiration: 1 });
    server.clock.advance(2 * hour);
    expect(await open(token)).toMatchObject({ code: 'share.expired' });
    expect(attributesOf(await change(token, { expiration: 2 })).expiration).toBe(2);
    expect(attributesOf(await ada.call('GET', `/api/share/${token}`)).expiration).toBe(2);
    server.clock.advance(2 * hour - minute);
    expect(await open(token)).toMatchObject({ status: 200 });
    server.clock.advance(minute);
    expect(await open(token)).toMatchObject({ code: 'share.expired' });
  });
});

describe('a link without a target', () => {
  const gone = { status: 404, code: 'share.not_found' };

  test.each<[string, (token: string) => Promise<unknown>]>([
    ['is in the trash', () => ada.remove([folder])],
    ['has expired', async () => server.clock.advance(hour)],
    ['was revoked', (token) => revoke(ada, token)],
  ])('because it %s is not shown, and has no code and no mail', async (_why, end) => {
    const token = await shareOf(ada, folder, { expiration: 1 });
    await end(token);
    expect(await ada.call('GET', `/api/share/${token}`)).toMatchObject(gone);
    expect(await ada.call('GET', `/api/share/${token}/qr`)).toMatchObject(gone);
    expect(
      await ada.call('POST', `/api/share/${token}/email`, { emails: ['bob@example.com'] }),
    ).toMatchObject(gone);
  });

  test('because its item is in the trash cannot be changed, but can be revoked', async () => {
    const token = await shareOf(ada, folder);
    await ada.remove([folder]);
    expect(await change(token, { permission: 'editor' })).toMatchObject(gone);
    expect(await revoke(ada, token)).toMatchObject({ status: 200, meta: { count: 1 } });
    await ada.restore([folder]);
    expect(await open(token)).toMatchObject(gone);
  });
});

test('the QR code contains the address of the link, and nothing else', async () => {
  const token = await shareOf(ada, folder);
  const { url } = attributesOf(await ada.call('GET', `/api/share/${token}`));
  const answer = (await ada.call('GET', `/api/share/${token}/qr`)) as unknown as {
    data: { svg: string; url: string };
  };
  expect(url.endsWith(`/share/${token}`)).toBe(true);
  expect(answer.data.url).toBe(url);
  expect(answer.data.svg).toBe(await qrSvg(url));
});

test('all links of a call are revoked, or none', async () => {
  const [one, other] = [await shareOf(ada, folder), await shareOf(ada, file)];
  const bob = await newcomer('bob');
  const foreign = await shareOf(bob, await bob.folder('of bob'));
  const end = (tokens: readonly string[]) =>
    ada.call('POST', '/api/share/revoke', { tokens, _method: 'delete' });
  expect(await end([one, foreign, other])).toMatchObject({ status: 404, code: 'share.not_found' });
  for (const token of [one, other, foreign]) expect(await open(token)).toMatchObject({ status: 200 });
  expect(await end([one, other, one])).toMatchObject({ status: 200, meta: { count: 2 } });
  for (const token of [one, other]) expect(await open(token)).toMatchObject({ status: 404 });
});

test('many links revoked at once are announced by the folders that show them', async () => {
  const inner = await ada.folder('inner', folder);
  const items = [...(await ada.files(25, inner)), folder];
  const tokens: string[] = [];
  for (const item of items) tokens.push(await shareOf(ada, item));
  const told: unknown[] = [];
  const stop = server.parts.events.subscribe((event) => told.push(event));
  await ada.call('POST', '/api/share/revoke', { tokens, _method: 'delete' });
  stop();
  const files = told.find((event) => (event as { kind: string }).kind === 'files');
  const { containers, itemIds } = files as { containers: (string | null)[]; itemIds: string[] };
  expect(new Set(itemIds)).toEqual(new Set(items.map(({ id }) => id)));
  expect(new Set(containers)).toEqual(new Set([inner.id, null]));
});

test('a password is hashed for nobody but the owner of the item', async () => {
  const [eve, token] = [await newcomer('eve'), await shareOf(ada, folder)];
  const hash = vi.spyOn(server.parts.hasher, 'hash');
  const password = 'harbour lights';
  expect(await change(token, { password }, eve)).toMatchObject({ code: 'share.not_found' });
  expect(await eve.call('POST', '/api/share', { ...file, password })).toMatchObject({
    code: 'item.not_found',
  });
  expect(hash).not.toHaveBeenCalled();
  expect(await change(token, { password })).toMatchObject({ status: 200 });
  expect(hash).toHaveBeenCalledTimes(1);
});

test('the log records created, changed and revoked links', async () => {
  const made = await ada.call('POST', '/api/share', { ...folder, download_limit: 5, expiration: 1 });
  const { token, expires_at: end } = attributesOf(made);
  await change(token, { download_limit: null, password: 'harbour lights' });
  await revoke(ada, token);
  const { data } = (await ada.call('GET', '/api/user/activity?group=sharing')) as unknown as {
    data: { attributes: { kind: string; details: object } }[];
  };
  const facts = data.map(({ attributes: { kind, details } }) => ({ kind, ...details }));
  expect(facts).toEqual([
    { kind: 'share.revoked', name: 'folder', count: 1 },
    {
      kind: 'share.changed',
      name: 'folder',
      permission: 'visitor',
      protected: true,
      expires_at: end,
      download_limit: null,
    },
    {
      kind: 'share.created',
      name: 'folder',
      permission: 'visitor',
      protected: false,
      expires_at: end,
      download_limit: 5,
    },
  ]);
});
