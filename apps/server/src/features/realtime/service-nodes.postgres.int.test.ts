import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { eventually } from '#testing/eventually.ts';
import { type PusherService, startPusherService } from '#testing/pusher-service.ts';

const options = { allowedPrivateHosts: ['127.0.0.1'], publicOrigin: 'http://files.example.com' };
let service: PusherService;
let here: TestApp;
let there: TestApp;
let cookie: string;
/** Kinds of events that the other node has received. */
let heard: string[];
beforeEach(async () => {
  service = await startPusherService();
  here = await createTestApp({ ...options, tellsNodes: true });
  there = await createTestApp({ ...options, beside: here });
  cookie = await here.signIn();
  heard = [];
  there.parts.events.subscribe(({ kind }) => heard.push(kind));
});
afterEach(async () => {
  await there.close();
  await here.close();
  await service.close();
});

const post = async (at: TestApp, url: string, payload: object): Promise<number> =>
  (await at.app.inject({ method: 'POST', url, headers: { cookie }, payload })).statusCode;
const told = () => service.sent.filter(({ name }) => name === 'files.changed').length;

test('a service is told of each change once, by the node where it happened', async () => {
  const form = {
    realtime_service: 'pusher',
    pusher_host: '127.0.0.1',
    pusher_port: service.port,
    pusher_tls: false,
    pusher_app_id: service.appId,
    pusher_key: service.key,
    pusher_secret: service.secret,
  };
  expect(await post(here, '/api/admin/settings/realtime', form)).toBe(200);
  await eventually(() => expect(heard).toContain('settings-changed'));
  await post(here, '/api/create-folder', { name: 'here' });
  await eventually(() => expect(heard).toContain('files'));
  await eventually(() => expect(told()).toBe(1));
  // The other node's message about the first change would precede its message about the second.
  await post(there, '/api/create-folder', { name: 'there' });
  await eventually(() => expect(told()).toBeGreaterThan(1));
  expect(told()).toBe(2);
  await there.app.inject({ method: 'POST', url: '/logout', headers: { cookie } });
  // The first connection belonged to the test of the settings.
  await eventually(() => expect(service.ended).toHaveLength(2));
});
