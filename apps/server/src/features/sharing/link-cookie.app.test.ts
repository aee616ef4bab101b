import type { ItemRef } from '@holdall/contract/selections';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createGuestClient, type GuestClient, shareOf } from '#testing/guest-client.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada } = useTree();

let inner: ItemRef;
let inside: ItemRef;
let outside: ItemRef;
let guest: GuestClient;
beforeEach(async () => {
  inner = await ada.folder('inner');
  inside = await ada.upload('inside.txt', 'inside');
  outside = await ada.upload('outside.txt', 'outside');
  await ada.move([inside], inner);
  guest = createGuestClient(server);
});

describe('the cookie of a locked link', () => {
  let locked: string;
  beforeEach(async () => {
    locked = await shareOf(ada, inner, { password: 'harbour lights' });
  });
  const unlock = (who: GuestClient, link: string, password: string) =>
    who.post(`/api/browse/authenticate/${link}`, { password });
  const open = (cookie: string, link = locked) => guest.call('GET', `/api/browse/share/${link}`, { cookie });

  test('opens no other link, and cannot be forged', async () => {
    await unlock(guest, locked, 'harbour lights');
    expect(await guest.get(`/api/browse/share/${locked}`)).toMatchObject({ status: 200 });
    const [name = '', value = ''] = guest.cookie.split('=');
    const same = await shareOf(ada, outside, { password: 'harbour lights' });
    await unlock(createGuestClient(server), same, 'harbour lights');
    const other = createGuestClient(server);
    await unlock(other, same, 'harbour lights');
    const [otherName = ''] = other.cookie.split('=');
    expect(otherName).not.toBe(name);
    const [visit = '', proof = ''] = value.split('.');
    for (const forged of [
      '',
      visit,
      `${visit}.`,
      `${visit}.${'A'.repeat(43)}`,
      `${'A'.repeat(22)}.${proof}`,
      `${visit}.${proof.toLowerCase()}`,
      `${visit}.${proof}A`,
      other.cookie.split('=')[1] ?? '',
    ])
      expect([forged, (await open(`${name}=${forged}`)).code]).toEqual([forged, 'share.locked']);
    // The cookie of one link, under the name of the other.
    expect(await open(`${otherName}=${value}`, same)).toMatchObject({ code: 'share.locked' });
  });

  test('ends with the password, also if the next one is the same', async () => {
    await unlock(guest, locked, 'harbour lights');
    await ada.call('PATCH', `/api/share/${locked}`, { password: 'harbour lights' });
    expect(await guest.get(`/api/browse/share/${locked}`)).toMatchObject({ code: 'share.locked' });
    expect(await guest.get(`/api/files/${inside.id}/content/${locked}`)).toMatchObject({ status: 401 });
    await ada.call('PATCH', `/api/share/${locked}`, { password: null });
    expect(await guest.get(`/api/browse/share/${locked}`)).toMatchObject({ status: 200 });
  });

  test('is given for the right password alone, and twenty wrong ones block even that', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 20; guess += 1) {
      const answer = await guest.call('POST', `/api/browse/authenticate/${locked}`, {
        json: { password: `wrong ${guess}` },
        headers: { 'x-forwarded-for': `10.0.0.${guess}`, forwarded: `for=10.0.1.${guess}` },
      });
      expect(answer.headers['set-cookie']).toBeUndefined();
      statuses.push(answer.status);
    }
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    const right = await guest.call('POST', `/api/browse/authenticate/${locked}`, {
      json: { password: 'harbour lights' },
      headers: { 'x-forwarded-for': '10.9.9.9' },
    });
    expect(right).toMatchObject({ status: 429, code: 'limit.too_many' });
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
    server.clock.advance(61_000);
    expect(await unlock(guest, locked, 'harbour lights')).toMatchObject({ status: 200 });
    await server.services.activity.flush();
    const log = await server.parts.db.selectFrom('activity').selectAll().execute();
    const failed = log.filter(({ kind }) => kind === 'share.unlock_failed');
    expect(failed.reduce((sum, { count }) => sum + count, 0)).toBe(
      statuses.filter((status) => status === 401).length,
    );
    expect(JSON.stringify(log)).not.toContain(locked);
  });

  test('each attempt costs one hash, right or wrong; a missing password, and an unknown link, cost none', async () => {
    const open = await shareOf(ada, outside);
    const verify = vi.spyOn(server.parts.hasher, 'verify');
    const costOf = async (link: string, password: string): Promise<[number, number]> => {
      verify.mockClear();
      const { status } = await unlock(guest, link, password);
      return [status, verify.mock.calls.length];
    };
    expect(await costOf(locked, 'harbour lights')).toEqual([200, 1]);
    expect(await costOf(locked, 'wrong')).toEqual([401, 1]);
    expect(await costOf(locked, 'x'.repeat(1024))).toEqual([401, 1]);
    expect(await costOf(locked, 'x'.repeat(1025))).toEqual([422, 0]);
    expect(await costOf(locked, '')).toEqual([422, 0]);
    expect(await costOf('a'.repeat(32), 'harbour lights')).toEqual([404, 0]);
    // It opens with any password.
    expect(await costOf(open, 'harbour lights')).toEqual([200, 0]);
  });
});
