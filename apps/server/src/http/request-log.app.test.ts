import { beforeEach, expect, test } from 'vitest';
import { createGuestClient, type GuestClient, revoke, shareOf } from '#testing/guest-client.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada } = useTree();

let guest: GuestClient;
beforeEach(() => {
  guest = createGuestClient(server);
});

const linkIdOf = async (token: string): Promise<string> =>
  (
    await server.parts.db
      .selectFrom('shares')
      .select('id')
      .where('token', '=', token)
      .executeTakeFirstOrThrow()
  ).id;
const linesSince = (start: number) =>
  server.logged
    .slice(start)
    .filter(({ msg }) => msg === 'request')
    .map(({ status, address, link, user }) => ({ status, address, link, user }));

test('a request’s line contains the client’s address', async () => {
  const start = server.logged.length;
  await ada.call('GET', '/api/user');
  await guest.get('/api/user');
  expect(linesSince(start)).toMatchObject([
    { status: 200, address: '127.0.0.1', user: ada.userId, link: undefined },
    { status: 401, address: '127.0.0.1', user: undefined, link: undefined },
  ]);
});

test('a request by a link names it by its id, however it ends, and never by its token', async () => {
  const folder = await ada.folder('shared');
  const token = await shareOf(ada, folder, { password: 'harbour lights' });
  const link = await linkIdOf(token);
  const start = server.logged.length;
  await guest.get(`/api/browse/share/${token}`);
  for (let guess = 0; guess < 10; guess += 1)
    await guest.post(`/api/browse/authenticate/${token}`, { password: `wrong ${guess}` });
  await guest.post(`/api/browse/authenticate/${token}`, { password: 'harbour lights' });
  server.clock.advance(61_000);
  await guest.post(`/api/browse/authenticate/${token}`, { password: 'harbour lights' });
  await guest.get(`/api/browse/share/${token}`);
  await guest.get(`/api/browse/folders/01900000-0000-7000-8000-000000000000/${token}`);
  await revoke(ada, token);
  await guest.get(`/api/browse/share/${token}`);
  const lines = linesSince(start).filter(({ user }) => user === undefined);
  expect(lines.map(({ status }) => status)).toEqual([
    401,
    ...Array.from({ length: 10 }, () => 401),
    429,
    200,
    200,
    404,
    404,
  ]);
  expect(new Set(lines.map((line) => line.link))).toEqual(new Set([link]));
  await guest.get(`/api/browse/share/${'a'.repeat(token.length)}`);
  expect(linesSince(start).at(-1)).toMatchObject({ status: 404, link: undefined });
  expect(JSON.stringify(server.logged)).not.toContain(token);
});
