import { afterEach, beforeEach, expect, test } from 'vitest';
import { type PusherService, startPusherService } from '#testing/pusher-service.ts';
import { createOutbound } from '../outbound-net.ts';
import { createServiceTrial } from './pusher-trial.ts';

const outbound = createOutbound({ allowedPrivateHosts: ['127.0.0.1'] });
const trial = createServiceTrial(outbound, 3_000);
let service: PusherService;
beforeEach(async () => {
  service = await startPusherService();
});
afterEach(() => service.close());
const place = () => ({
  host: '127.0.0.1',
  port: service.port,
  tls: false,
  api: service.origin,
  appId: service.appId,
  key: service.key,
  secret: service.secret,
});

test('a service works where a connection receives the server’s message', async () => {
  expect(await createServiceTrial(outbound)(place())).toEqual({ works: true });
  service.isSilent = true;
  expect(await trial(place())).toEqual({ works: false, step: 'connect', reason: 'silent' });
});

test.each([
  ['never says that somebody has signed in', { signsIn: 'never' }],
  ['knows no signing in', { signsIn: 'refuses' }],
  ['ends nobody who has signed in', { isEndless: true }],
] as const)('a service that %s is refused', async (_, is) => {
  Object.assign(service, is);
  expect(await trial(place())).toEqual({ works: false, step: 'connect', reason: 'endless' });
});

test('pages and the server may use different addresses', async () => {
  const other = await startPusherService();
  try {
    // Messages that are sent to one service do not arrive at the other.
    const reason = { works: false, step: 'connect', reason: 'silent' };
    expect(await trial({ ...place(), port: other.port })).toEqual(reason);
  } finally {
    await other.close();
  }
});

test.each([
  [503, 'failed'],
  [403, 'forbidden'],
  [404, 'app_id'],
  [302, 'not_pusher'],
] as const)('a service that answers %i: %s', async (status, reason) => {
  service.failWith = status;
  expect(await trial(place())).toEqual({ works: false, step: 'call', reason });
});
