import { randomBytes } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Item } from '@holdall/contract/files';
import { expect, it } from 'vitest';
import { createBlobKey } from '#ports/blob-store.ts';
import { eventually } from '#testing/eventually.ts';
import { answerOn, chunkName, sha256 } from '#testing/upload-client.ts';
import { useUploads } from '#testing/use-uploads.ts';
import { createLeftovers, type LeftoversDeps } from './leftovers.service.ts';
import { createSessionStore } from './session-store.service.ts';
import { createTurns } from './turns.service.ts';

const { server, client, signInAgain, staged } = useUploads();

const day = 24 * 60 * 60 * 1000;
const bytes = randomBytes(1_000);

const turns = createTurns({ staleAfter: 3_000, waitAtMost: 60_000 });
const leftoversOf = (own: Partial<LeftoversDeps> = {}) =>
  createLeftovers({
    ...server.parts,
    turns,
    store: createSessionStore({
      ...server.parts,
      usage: server.services.usage,
      targets: server.fileTargets,
    }),
    ...own,
  });

/** Counts the walks through all published blobs, each of which waits until it is let go. */
const countingWalks = () => {
  const walks = { begun: 0, gate: Promise.resolve() };
  const { blobs } = server.parts;
  const list = async function* list() {
    walks.begun += 1;
    await walks.gate;
    yield* blobs.list();
  };
  return { walks, leftovers: leftoversOf({ blobs: { ...blobs, list } }) };
};

it('published blobs are looked through once a day, not at the start', async () => {
  const { walks, leftovers } = countingWalks();
  const begun: number[] = [];
  for (const minutes of [0, 4, 2, 10, 60, 22 * 60, 2 * 60, 10]) {
    server.clock.advance(minutes * 60_000);
    await leftovers.sweep();
    begun.push(walks.begun);
  }
  expect(begun).toEqual([0, 0, 1, 1, 1, 1, 2, 2]);
});

it('sweeps do not overlap', async () => {
  const { walks, leftovers } = countingWalks();
  const { promise, resolve } = Promise.withResolvers<void>();
  walks.gate = promise;
  server.clock.advance(day);
  const first = leftovers.sweep();
  await eventually(() => expect(walks.begun).toBe(1));
  server.clock.advance(2 * day);
  const second = leftovers.sweep();
  resolve();
  await Promise.all([first, second]);
  expect(walks.begun).toBe(1);
  await leftovers.sweep();
  expect(walks.begun).toBe(2);
});

it('a start spares staged bytes that another process may be writing', async () => {
  const socket = client.open('POST /api/upload?name=a.bin HTTP/1.1\r\nContent-Length: 10');
  const answer = answerOn(socket);
  socket.write('hello');
  await eventually(async () => expect(await staged()).toHaveLength(1));
  await leftoversOf().clearStaging();
  socket.write('world');
  expect((await answer).status).toBe(201);
  socket.destroy();

  const lost = createBlobKey();
  await (await server.parts.blobs.stage(lost, 0)).close();
  const old = Date.now() / 1000 - 11 * 60;
  await utimes(join(server.dataDir, 'staging', lost), old, old);
  await leftoversOf().clearStaging();
  expect(await staged()).toEqual([]);
});

it('an upload that is continued while the sweep comes to it stays', async () => {
  const name = chunkName('a.bin');
  await client.chunk({ name, offset: 0, is_last: false }, bytes.subarray(0, 400));
  server.clock.advance(day + 60_000);
  await signInAgain();
  const leftovers = leftoversOf({
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
