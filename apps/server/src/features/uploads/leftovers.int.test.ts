import { randomBytes } from 'node:crypto';
import type { Item } from '@holdall/contract/files';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { chunkName, createUploadClient, sha256, type UploadClient } from '#testing/upload-client.ts';
import { createLeftovers } from './leftovers.service.ts';
import { createSessionStore } from './session-store.service.ts';
import { createTurns } from './turns.service.ts';

const day = 24 * 60 * 60 * 1000;
const bytes = randomBytes(1_000);
let server: TestApp;
let origin: string;
let client: UploadClient;
beforeEach(async () => {
  server = await createTestApp();
  origin = await server.listen();
  client = createUploadClient(origin, await server.signIn());
});
afterEach(() => server.close());

it('an upload that is continued while the sweep comes to it stays', async () => {
  const name = chunkName('a.bin');
  await client.chunk({ name, offset: 0, is_last: false }, bytes.subarray(0, 400));
  server.clock.advance(day + 60_000);
  client = createUploadClient(origin, await server.signIn());
  const turns = createTurns({ staleAfter: 3_000, waitAtMost: 60_000 });
  const leftovers = createLeftovers({
    ...server.parts,
    store: createSessionStore(server.parts),
    turns: {
      ...turns,
      take: async (key, abort, work) => {
        await client.chunk({ name, offset: 400, is_last: false }, bytes.subarray(400, 800));
        return turns.take(key, abort, work);
      },
    },
  });
  await leftovers.sweep();
  expect(await client.offset(name)).toBe(800);
  const answer = await client.chunk({ name, offset: 800, is_last: true }, bytes.subarray(800));
  expect(answer.status).toBe(201);
  expect(await client.downloadedSha256((await answer.json()) as Item)).toBe(sha256(bytes));
});
