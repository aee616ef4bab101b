import PusherServer from 'pusher';
import { afterEach, expect, test, vi } from 'vitest';
import { signCall, signPermit, signUser } from './pusher-signature.ts';

const identity = { key: 'some-key', secret: 'some-secret' };
/** Pusher's own library says what is right. */
const official = new PusherServer({ appId: '7', host: 'service.test', ...identity });
afterEach(() => vi.useRealTimers());

test('subscriptions and sign-ins are signed as Pusher’s library signs them', () => {
  const permit = { socketId: '123.456', channel: 'private-user.1' };
  expect(signPermit(identity, permit)).toBe(official.authorizeChannel(permit.socketId, permit.channel).auth);
  expect(signUser(identity, '123.456', 'abc')).toEqual(official.authenticateUser('123.456', { id: 'abc' }));
});

test.each([
  { method: 'POST', path: '/apps/7/batch_events', query: {}, body: '{"batch":[]}' },
  { method: 'GET', path: '/apps/7/channels', query: { filter_by_prefix: 'private-' }, body: '' },
] as const)('calls are signed as Pusher’s library signs them: $method $path', (call) => {
  const { query, ...rest } = call;
  vi.useFakeTimers({ now: 1_760_000_000_123 });
  const theirs = official.createSignedQueryString({ ...rest, params: query });
  expect(signCall(identity, call, Date.now())).toBe(theirs);
});
