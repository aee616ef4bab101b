import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { problem } from '#features/auth/testing/auth-desk.tsx';
import { shareOf } from '#features/guest/testing/shares.ts';
import { shareQuery } from '#features/guest/visit.ts';
import type { RealtimeOptions } from '#features/realtime/realtime.ts';
import { loadConfig } from '#shared/config/config.ts';
import { filesTop } from '#shared/paths/paths.ts';
import { permission } from '#shared/session/permission.ts';
import { openServer } from '#shared/testing/server.ts';
import { queryClient } from '../query-client.ts';
import { connect } from './guest-live.ts';

const made = vi.hoisted(() => [] as RealtimeOptions[]);
vi.mock('#features/realtime/realtime.ts', () => ({
  connectRealtime: (options: RealtimeOptions) => {
    made.push(options);
    return { isConnected: () => true, isOver: () => false, close: () => undefined };
  },
}));

const token = 'AbCdEfGhIjKlMnOpQrStUv';
const rootId = shareOf().relationships.item.data.id;
const change = {
  containers: [rootId],
  items: [],
  removed: [],
  trash: false,
  favourites: false,
  tree: false,
  storage: false,
};
const config = {
  broadcasting: { key: 'key', path: '/realtime', service: null },
  recaptcha_origin: null,
  app: { title: 'Holdall', color: 'petrol', favicon: null },
};
const service = { host: 'service.example', port: 443, tls: true };
let answer: () => Response;
let looks: number;

beforeEach(async () => {
  vi.useFakeTimers();
  made.length = 0;
  looks = 0;
  queryClient.clear();
  answer = () => Response.json({ data: shareOf() });
  openServer(({ path }) => {
    if (path === `/api/browse/share/${token}`) looks += 1;
    if (path === '/api/config') return Response.json(config);
    return answer();
  });
  await begin(config);
  // The page draws what the link leads to.
  onTestFinished(new QueryObserver(queryClient, shareQuery(token)).subscribe(() => undefined));
  await pass(0);
  onTestFinished(() => void vi.useRealTimers());
});
/** The page comes with this configuration. */
const begin = async (comesWith: object): Promise<void> => {
  const inlined = document.body.appendChild(document.createElement('script'));
  inlined.id = 'holdall-config';
  inlined.type = 'application/json';
  inlined.textContent = JSON.stringify(comesWith);
  await loadConfig();
  inlined.remove();
};
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

const listen = () => {
  const realtime = connect(token);
  onTestFinished(() => realtime?.close());
  return made[0] ?? expect.fail('Nothing is listened to.');
};

test('the owner’s changes to the link are looked up, however often they are told', async () => {
  const { onFilesChanged } = listen();
  expect(permission.get()).toBe('visitor');
  const editor = shareOf({ permission: 'editor', expires_at: '2027-01-01T00:00:00.000Z' });
  editor.relationships.item.data.attributes.name = 'Lake House';
  answer = () => Response.json({ data: editor });
  for (let times = 0; times < 20; times += 1) onFilesChanged(change);
  await pass(1_000);
  expect(permission.get()).toBe('editor');
  expect(filesTop()?.name).toBe('Lake House');
  expect(looks).toBe(2);
});

test('a service that is somebody else’s is not told the token', async () => {
  expect(listen()).toMatchObject({ channel: `private-share.${token}`, askedAs: `private-share.${token}` });
  made.length = 0;
  await begin({ ...config, broadcasting: { key: 'key', path: '', service } });
  expect(listen()).toMatchObject({
    channel: shareOf().attributes.channel,
    askedAs: `private-share.${token}`,
    broadcasting: { path: '' },
  });
});

test('changes further down do not concern the link', async () => {
  const { onFilesChanged } = listen();
  onFilesChanged({ ...change, containers: ['0190a0a0-0000-7000-8000-000000000009'] });
  await pass(2_000);
  expect(looks).toBe(1);
  onFilesChanged({ ...change, containers: [], everything: true });
  await pass(2_000);
  expect(looks).toBe(2);
});

test('a link that goes on after the server has hung up is listened to again, later each time', async () => {
  listen().onHungUp();
  await pass(1_000);
  expect(looks).toBe(2);
  expect(made).toHaveLength(2);
  made[1]?.onHungUp();
  await pass(1_000);
  expect(made).toHaveLength(2);
  await pass(1_000);
  expect(made).toHaveLength(3);
  made[2]?.onMissed();
  made[2]?.onHungUp();
  await pass(1_000);
  expect(made).toHaveLength(4);
});

test('one that is over is not', async () => {
  const { onHungUp } = listen();
  answer = () => Response.json(problem('share.not_found'), { status: 404 });
  onHungUp();
  await pass(5_000);
  expect(made).toHaveLength(1);
});

test('a page that is left listens to nothing any more', async () => {
  const realtime = connect(token);
  made[0]?.onHungUp();
  await pass(0);
  expect(looks).toBe(2);
  realtime?.close();
  await pass(5_000);
  expect(made).toHaveLength(1);
});
