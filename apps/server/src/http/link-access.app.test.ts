import type { Config } from '@holdall/contract/settings';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { createLinkCast, type LinkCast } from '#testing/link-cast.ts';
import { connectRealtime } from '#testing/realtime-client.ts';

let server: TestApp;
let cast: LinkCast;
beforeAll(async () => {
  server = await createTestApp();
  cast = await createLinkCast(server);
});
afterAll(() => server.close());

/** @returns status, and the code of a refusal */
const cellOf = async ({ url, json }: { url: string; json: object }, cookie: string): Promise<string> => {
  const answer = await server.app.inject({ method: 'POST', url, headers: { cookie }, payload: json });
  return answer.statusCode < 400
    ? String(answer.statusCode)
    : `${answer.statusCode} ${answer.json<{ code: string }>().code}`;
};
const post = (url: string, json: object) => ({ url, json });

describe('unlockShare', () => {
  test.each([
    ['none', '404 share.not_found'],
    ['visitor', '200'],
    ['locked', '401 share.wrong_password'],
    ['expired', '404 share.expired'],
    ['revoked', '404 share.not_found'],
    ['trashed', '404 share.not_found'],
    ['suspended', '403 share.unavailable'],
    ['request', '404 share.not_found'],
  ] as const)('a wrong password for the link of kind %s', async (kind, cell) => {
    const { token } = cast.links[kind];
    expect(await cellOf(post(`/api/browse/authenticate/${token}`, { password: 'wrong' }), '')).toBe(cell);
  });
});

describe('authorizeChannel', () => {
  const ask = async (channel: string, cookie = ''): Promise<string> =>
    cellOf(post('/broadcasting/auth', { socket_id: '1.2', channel_name: channel }), cookie);
  test.each([
    ['none', '404 share.not_found'],
    ['visitor', '200'],
    ['editor', '200'],
    ['file', '200'],
    ['locked', '401 share.locked'],
    ['expired', '404 share.expired'],
    ['revoked', '404 share.not_found'],
    ['trashed', '404 share.not_found'],
    ['suspended', '403 share.unavailable'],
    ['request', '404 share.not_found'],
  ] as const)('the channel of the link of kind %s', async (kind, cell) => {
    expect(await ask(`private-share.${cast.links[kind].token}`)).toBe(cell);
  });
  test('guests receive no events of accounts, nor of the application', async () => {
    expect(await ask(`private-user.${cast.owner.userId}`)).toBe('401 session.required');
    expect(await ask('private-application')).toBe('401 session.required');
    expect(await ask(`private-user.${cast.owner.userId}`, cast.cookies.otherUser)).toBe(
      '403 channel.forbidden',
    );
  });
});

describe('the authorization of guests’ connections', () => {
  let address: (token: string) => string;
  beforeAll(async () => {
    const origin = await server.listen();
    const { broadcasting } = (await server.app.inject({ url: '/api/config' })).json<Config>();
    address = (token) =>
      `${origin.replace('http', 'ws')}/realtime/share/${token}/app/${broadcasting?.key}?protocol=7`;
  });
  test.each([
    ['none', '404'],
    ['visitor', 'in'],
    ['editor', 'in'],
    ['file', 'in'],
    ['locked', '401'],
    ['expired', '404'],
    ['revoked', '404'],
    ['trashed', '404'],
    ['suspended', '403'],
    ['request', '404'],
  ] as const)('by the link of kind %s', async (kind, answer) => {
    const came = connectRealtime(address(cast.links[kind].token), { cookie: cast.cookies.owner }).then(
      ({ socket }) => {
        socket.terminate();
        return 'in';
      },
      (error: unknown) =>
        error instanceof Error ? (/\b\d{3}\b/.exec(error.message)?.[0] ?? error.message) : '',
    );
    expect(await came).toBe(answer);
  });
});
