import { createHash, randomBytes } from 'node:crypto';
import type { BatchAnswer } from '@holdall/contract/upload-batch';
import { batchType } from '@holdall/contract/upload-batch.limits';
import { expect, it } from 'vitest';
import { batchAnswersOf } from '#testing/batch-of.ts';
import { examine, nothingWrong } from '#testing/maintenance-commands.ts';
import { useServerProcess } from '#testing/use-server-process.ts';

const server = useServerProcess();

const rounds = 3;
const count = 300;

interface Sent {
  readonly name: string;
  readonly bytes: Buffer;
}

const bodyOf = (files: readonly Sent[]): Buffer<ArrayBuffer> =>
  Buffer.concat(
    files.flatMap(({ name, bytes }) => [
      Buffer.from(`${JSON.stringify({ name, size: bytes.length, upload_id: name })}\n`),
      bytes,
    ]),
  );

/** Sends a batch. @param until the answers after which the server is killed @returns the answers that came */
const send = async (
  cookie: string,
  files: readonly Sent[],
  until = Number.POSITIVE_INFINITY,
): Promise<BatchAnswer[]> => {
  const answer = await fetch(`${server.process.origin}/api/upload/batch`, {
    method: 'POST',
    headers: { cookie, 'content-type': batchType },
    body: bodyOf(files),
  });
  expect(answer.status).toBe(200);
  let text = '';
  try {
    for await (const piece of answer.body ?? []) {
      text += Buffer.from(piece).toString();
      if (text.split('\n').length > until) await server.process.kill();
    }
  } catch {
    // The server died. What it answered before is promised.
  }
  return batchAnswersOf(text.slice(0, text.lastIndexOf('\n') + 1));
};

it('a server killed within a batch has every file that it answered, and the batch can be repeated', async () => {
  const { cookie } = server;
  const all: Sent[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const files = Array.from({ length: count }, (_, index) => ({
      name: `${round}-${index}.bin`,
      bytes: randomBytes(index % 20 === 0 ? 20_000 : index % 7 === 0 ? 0 : 1 + (index % 9_000)),
    }));
    all.push(...files);
    const answered = await send(cookie, files, 1 + Math.floor(Math.random() * 100));
    expect(answered.length).toBeGreaterThan(0);
    expect(answered.length).toBeLessThan(count);
    await server.start();
    const repeated = await send(cookie, files);
    expect(repeated.map(({ status }) => status)).toEqual(files.map(() => 201));
    expect(repeated.slice(0, answered.length)).toEqual(answered);
  }
  const { db } = server.database;
  const rows = await db
    .selectFrom('items')
    .innerJoin('blobs', 'blobs.id', 'items.blob_id')
    .select(['items.name', 'blobs.sha256'])
    .execute();
  const sum = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
  expect(new Map(rows.map(({ name, sha256 }) => [name, sha256]))).toEqual(
    new Map(all.map(({ name, bytes }) => [name, sum(bytes)])),
  );
  expect(rows).toHaveLength(all.length);
  await server.process.kill();
  expect(await examine(server, '--read-data-subset', '100%')).toEqual(nothingWrong);
}, 240_000);
