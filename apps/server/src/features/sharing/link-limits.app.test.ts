import { describe, expect, test } from 'vitest';
import { createGuestClient, shareOf } from '#testing/guest-client.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada } = useTree();
const password = 'harbour lights';

const enter = (
  link: string,
  { address, said, cookie = '' }: { address: string; said: string; cookie?: string },
) =>
  server.app.inject({
    method: 'POST',
    url: `/api/browse/authenticate/${link}`,
    payload: { password: said },
    remoteAddress: address,
    headers: { cookie },
  });
const guess = async (link: string, address: string, said = 'a guess'): Promise<number> =>
  (await enter(link, { address, said })).statusCode;
const addressOf = (count: number): string => `198.18.${Math.floor(count / 200)}.${1 + (count % 200)}`;

/** Creates links of one owner, each to its own folder. */
const locked = async (count: number): Promise<string[]> => {
  const links: string[] = [];
  for (let made = 0; made < count; made += 1)
    links.push(await shareOf(ada, await ada.folder(`folder ${made}`), { password }));
  return links;
};

test('an account can have twenty passwords of links hashed a minute', async () => {
  const [link = ''] = await locked(1);
  const statuses: number[] = [];
  for (let count = 0; count < 20; count += 1)
    statuses.push((await ada.call('PATCH', `/api/share/${link}`, { password: `harbour ${count}` })).status);
  expect(statuses).toEqual([...Array.from({ length: 19 }, () => 200), 429]);
  expect((await ada.call('PATCH', `/api/share/${link}`, { permission: 'visitor' })).status).toBe(200);
  server.clock.advance(61_000);
  expect((await ada.call('PATCH', `/api/share/${link}`, { password })).status).toBe(200);
});

describe('attempts at links', () => {
  test('are counted for all links of an owner together', async () => {
    const links = await locked(4);
    for (let count = 0; count < 120; count += 1)
      expect(await guess(links[count % 4] ?? '', addressOf(count))).toBe(401);
    expect(await guess(links[0] ?? '', '198.51.100.1', password)).toBe(429);
    server.clock.advance(61_000);
    expect(await guess(links[0] ?? '', '198.51.100.1', password)).toBe(200);
  });

  test('are limited by the minute, the hour and the day, wherever they come from', async () => {
    const [link = ''] = await locked(1);
    let made = 0;
    const guessFor = async (count: number): Promise<number> => {
      const statuses: number[] = [];
      for (let left = count; left > 0; left -= 20) {
        const addresses = Array.from({ length: Math.min(20, left) }, () => addressOf((made += 1) % 4_000));
        statuses.push(...(await Promise.all(addresses.map((address) => guess(link, address)))));
      }
      return statuses.filter((status) => status === 401).length;
    };
    expect(await guessFor(61)).toBe(60);
    let inTheHour = 60;
    for (let minute = 1; minute < 10; minute += 1) {
      server.clock.advance(61_000);
      inTheHour += await guessFor(60);
    }
    expect(inTheHour).toBe(500);
    let inTheDay = inTheHour;
    for (let hour = 1; hour < 5; hour += 1) {
      for (let minute = 0; minute < 9; minute += 1) {
        server.clock.advance(minute === 0 ? 3_600_000 : 61_000);
        inTheDay += await guessFor(60);
      }
      expect(inTheDay).toBe(Math.min(2_000, 500 * (hour + 1)));
    }
    expect(await guess(link, '198.51.100.1', password)).toBe(429);
    server.clock.advance(24 * 3_600_000);
    expect(await guess(link, '198.51.100.1', password)).toBe(200);
  }, 120_000);

  test('do not lock out a guest who has been in before, also once the password is another one', async () => {
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

  test('with the right password do not count against the link, its owner or an address', async () => {
    const [link = ''] = await locked(1);
    for (let count = 0; count < 125; count += 1)
      expect(await guess(link, addressOf(count), password)).toBe(200);
    for (let count = 0; count < 12; count += 1) expect(await guess(link, '198.51.100.1', password)).toBe(200);
    // More at once than are checked at once; the rest can be retried right away.
    await Promise.all(Array.from({ length: 12 }, () => guess(link, '198.51.100.1', password)));
    expect(await guess(link, '198.51.100.1', password)).toBe(200);
  });

  test('from one IPv6 network are counted together', async () => {
    const [link = ''] = await locked(1);
    for (let count = 0; count < 10; count += 1)
      expect(await guess(link, `2001:db8:1:2:${count.toString(16)}::1`)).toBe(401);
    expect(await guess(link, '2001:db8:1:2:ffff::9', password)).toBe(429);
    expect(await guess(link, '2001:db8:1:3::1', password)).toBe(200);
  });
});

describe('attempts of returning guests', () => {
  /** Returns a browser that has entered the password of a link. */
  const formerGuest = async (link: string, address: string) => {
    const [{ name, value } = { name: '', value: '' }] = (await enter(link, { address, said: password }))
      .cookies;
    const cookie = `${name}=${value}`;
    const unlock = async (said: string): Promise<number> =>
      (await enter(link, { address, said, cookie })).statusCode;
    /** @returns how many wrong passwords were checked, of ten in each of so many minutes */
    const guessFor = async (minutes: number): Promise<number> => {
      let judged = 0;
      for (let count = 0; count < 10 * minutes; count += 1) {
        if (count > 0 && count % 10 === 0) server.clock.advance(61_000);
        if ((await unlock(`guess ${count}`)) === 401) judged += 1;
      }
      return judged;
    };
    return { unlock, guessFor };
  };
  const formerGuests = async (link: string, addresses: readonly string[]) => {
    const guests: Awaited<ReturnType<typeof formerGuest>>[] = [];
    for (const address of addresses) guests.push(await formerGuest(link, address));
    return guests;
  };
  const repassword = (link: string) => ada.call('PATCH', `/api/share/${link}`, { password: 'lighthouse' });

  test('are limited to ten a minute', async () => {
    const [link = ''] = await locked(1);
    const guest = await formerGuest(link, '198.51.100.1');
    expect(await guest.guessFor(1)).toBe(10);
    expect(await guest.unlock(password)).toBe(429);
  });

  test('are limited to a hundred a day, and reset by a right one', async () => {
    const [link = ''] = await locked(1);
    const guest = await formerGuest(link, '198.51.100.1');
    const other = await formerGuest(link, '198.51.100.1');
    await repassword(link);
    expect(await guest.guessFor(9)).toBe(90);
    server.clock.advance(61_000);
    expect(await guest.unlock('lighthouse')).toBe(200);
    expect(await guest.guessFor(11)).toBe(100);
    server.clock.advance(61_000);
    expect(await guest.unlock('lighthouse')).toBe(429);
    expect(await other.unlock('lighthouse')).toBe(200);
    server.clock.advance(86_400_000);
    expect(await guest.unlock('lighthouse')).toBe(200);
  });

  test('are limited to 300 a day from one network, however many visits it makes', async () => {
    const [link = ''] = await locked(1);
    const neighbours = await formerGuests(link, Array<string>(4).fill('198.51.100.1'));
    const [elsewhere] = await formerGuests(link, ['198.51.100.2']);
    await repassword(link);
    let judged = 0;
    for (const guest of neighbours) judged += await guest.guessFor(10);
    expect(judged).toBe(300);
    expect(await elsewhere?.unlock('lighthouse')).toBe(200);
  });

  test('are limited to a thousand a day for a link, without locking out new guests', async () => {
    const [link = ''] = await locked(1);
    const guests = await formerGuests(
      link,
      Array.from({ length: 11 }, (_none, index) => addressOf(index)),
    );
    const [last] = await formerGuests(link, ['198.51.100.1']);
    await repassword(link);
    let judged = 0;
    for (let minute = 0; minute < 10; minute += 1) {
      for (const count of await Promise.all(guests.map((guest) => guest.guessFor(1)))) judged += count;
      server.clock.advance(61_000);
    }
    expect(judged).toBe(1_000);
    expect(await last?.unlock('lighthouse')).toBe(429);
    expect(await guess(link, '198.51.100.1', 'lighthouse')).toBe(200);
    server.clock.advance(86_400_000);
    expect(await last?.unlock('lighthouse')).toBe(200);
  }, 120_000);

  test('do not lock out other returning guests, neither of the link nor of the owner’s other links', async () => {
    const [link = '', another = ''] = await locked(2);
    const guests = await formerGuests(link, Array<string>(13).fill('198.51.100.1'));
    const others = [await formerGuest(link, '198.51.100.2'), await formerGuest(another, '198.51.100.1')];
    for (const token of [link, another]) await repassword(token);
    for (const guest of guests) expect(await guest.guessFor(1)).toBe(10);
    for (const other of others) expect(await other.unlock('lighthouse')).toBe(200);
  });
});
