import type { getDashboard } from '@holdall/contract/admin-server';
import type { AnswersOf } from '@holdall/contract/endpoint';
import { en } from '@holdall/contract/messages/en';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { ensureTestBucket, testObjectStorage } from '#testing/object-storage.ts';
import { createTcpGate, type TcpGate } from '#testing/tcp-gate.ts';

let server: TestApp;
let gate: TcpGate;
const named = testObjectStorage();
const { hostname, port } = new URL(named.endpoint);

beforeAll(async () => {
  await ensureTestBucket();
  gate = await createTcpGate({ host: hostname, port: Number(port) });
  server = await createTestApp({
    operatorStorage: { ...named, endpoint: `http://127.0.0.1:${gate.port}` },
  });
});
afterAll(async () => {
  await gate.shut();
  await server.close();
});

test('object storage that accepts calls and never answers is named in time, by health, dashboard and Server tab', async () => {
  const cookie = await server.signIn();
  const read = (url: string) => server.app.inject({ url, headers: { cookie } });
  gate.mute();
  const [ready, dashboard, tab] = await Promise.all([
    read('/health/ready'),
    read('/api/admin/dashboard'),
    read('/api/admin/server'),
  ]);
  expect(ready.json()).toMatchObject({
    status: 503,
    code: 'server.unavailable',
    reason: 'blobs',
    message: 'The file storage does not answer.',
  });
  const { health } = dashboard.json<AnswersOf<typeof getDashboard>>().data;
  const place = `127.0.0.1:${gate.port}/${named.bucket}`;
  expect(health.find(({ part }) => part === 'blobs')).toEqual({
    part: 'blobs',
    state: 'failed',
    reason: en['health.blobs.store']
      .replace('{{place}}', place)
      .replace('{{why}}', en['errors.object_storage.timeout']),
    code: 'blobs.store',
    place,
    cause: 'object_storage.timeout',
  });
  expect(health.find(({ part }) => part === 'database')?.state).toBe('ok');
  expect(tab.json()).toMatchObject({ data: { storage: { kind: 's3', place } } });
});
