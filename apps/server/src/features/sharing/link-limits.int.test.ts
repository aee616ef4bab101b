import { describe, expect, test } from 'vitest';
import { createGuestClient, shareOf } from '#testing/guest-client.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada } = useTree();
const password = 'harbour lights';

const guess = async (link: string, address: string, said = 'a guess'): Promise<number> =>
  (
    await server.app.inject({
      method: 'POST',
      url: `/api/browse/authenticate/${link}`,
      payload: { password: said },
      remoteAddress: address,
    })
  ).statusCode;
const addressOf = (count: number): string => `198.18.${Math.floor(count / 200)}.${1 + (count % 200)}`;

/** Links of one owner, each to a folder of its own. */
const locked = async (count: number): Promise<string[]> => {
  const links: string[] = [];
  for (let made = 0; made < count; made += 1)
    links.push(await shareOf(ada, await ada.folder(`folder ${made}`), { password }));
  return links;
};

test('an account has twenty passwords of links hashed a minute', async () => {
  const [link = ''] = await locked(1);
  const statuses: number[] = [];
  for (let count = 0; count < 20; count += 1)
    statuses.push((await ada.call('PATCH', `/api/share/${link}`, { password: `harbour ${count}` })).status);
  expect(statuses).toEqual([...Array.from({ length: 19 }, () => 200), 429]);
  expect((await ada.call('PATCH', `/api/share/${link}`, { permission: 'visitor' })).status).toBe(200);
  server.clock.advance(61_000);
  expect((await ada.call('PATCH', `/api/share/${link}`, { password })).status).toBe(200);
});

describe('guesses at links', () => {
  test('are counted for all links of an owner together', async () => {
    const links = await locked(4);
    for (let count = 0; count < 120; count += 1)
      expect(await guess(links[count % 4] ?? '', addressOf(count))).toBe(401);
    expect(await guess(links[0] ?? '', '198.51.100.1', password)).toBe(429);
    server.clock.advance(61_000);
    expect(await guess(links[0] ?? '', '198.51.100.1', password)).toBe(200);
  });

  test('are bounded by the minute, by the hour and by the day, wherever they come from', async () => {
    const [link = ''] = await locked(1);
    let made = 0;
    const guessFor = async (count: number): Promise<number> => {
      let passed = 0;
      for (let tried = 0; tried < count; tried += 1) {
        made += 1;
        if ((await guess(link, addressOf(made % 4000))) === 401) passed += 1;
      }
      return passed;
    };
    expect(await guessFor(61)).toBe(60);
    let inTheHour = 60;
    for (let minute = 1; minute < 10; minute += 1) {
      server.clock.advance(61_000);
      inTheHour += await guessFor(60);
    }
    expect(inTheHour).toBe(500);
    server.clock.advance(3_600_000);
    expect(await guessFor(1)).toBe(1);
  });

  test('do not keep a guest out who has been in before, also once the password is another one', async () => {
    const [link = ''] = await locked(1);
    const guest = createGuestClient(server);
    const unlock = async (said: string): Promise<number> =>
      (await guest.post(`/api/browse/authenticate/${link}`, { password: said })).status;
    expect(await unlock(password)).toBe(200);
    await ada.call('PATCH', `/api/share/${link}`, { password: 'lighthouse' });
    for (let count = 0; count < 61; count += 1) await guess(link, addressOf(count));
    expect(await guess(link, '198.51.100.1', 'lighthouse')).toBe(429);
    expect(await unlock('lighthouse')).toBe(200);
    expect(await guess(link, '198.51.100.1', 'lighthouse')).toBe(429);
  });

  test('of a guest who has been in before are ten a minute', async () => {
    const [link = ''] = await locked(1);
    const guest = createGuestClient(server);
    const unlock = async (said: string): Promise<number> =>
      (await guest.post(`/api/browse/authenticate/${link}`, { password: said })).status;
    expect(await unlock(password)).toBe(200);
    for (let count = 0; count < 10; count += 1) expect(await unlock('a guess')).toBe(401);
    expect(await unlock(password)).toBe(429);
  });

  test('that are right do not count against the link', async () => {
    const [link = ''] = await locked(1);
    for (let count = 0; count < 70; count += 1)
      expect(await guess(link, addressOf(count), password)).toBe(200);
  });

  test('of one network of IPv6 are counted together', async () => {
    const [link = ''] = await locked(1);
    for (let count = 0; count < 10; count += 1)
      expect(await guess(link, `2001:db8:1:2:${count.toString(16)}::1`)).toBe(401);
    expect(await guess(link, '2001:db8:1:2:ffff::9', password)).toBe(429);
    expect(await guess(link, '2001:db8:1:3::1', password)).toBe(200);
  });
});
