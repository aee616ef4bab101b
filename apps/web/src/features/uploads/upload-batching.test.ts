import { expect, test, vi } from 'vitest';
import { ApiError } from '#shared/api/api-error.ts';
import { createUploadServer, itemNamed } from './testing/upload-server.ts';
import { createUploadBatching } from './upload-batching.ts';
import type { UploadJob, UploadTransport } from './upload-transport.ts';

const jobNamed = (uploadName: string): UploadJob => ({
  uploadName,
  file: new File(['x'], uploadName),
  path: uploadName,
  parentId: null,
  onConflict: 'refuse',
});

/** Files that wait, and the batching that sends them by `sendBatch`. */
const arrange = (count: number, sendBatch: UploadTransport['sendBatch'], now = () => 0) => {
  const jobs = Array.from({ length: count }, (_, at) => jobNamed(`${at}`));
  const waiting = new Set(jobs);
  const batching = createUploadBatching({
    transport: { ...createUploadServer().transport, sendBatch },
    smallBelow: 8,
    clock: { now },
    upcoming: () => [...waiting].map((job) => ({ job, onSent: () => undefined })),
  });
  /** Sends the file whose turn it is. */
  const sendNext = async (): Promise<void> => {
    const [job] = waiting;
    if (job === undefined) throw new Error('No file waits.');
    waiting.delete(job);
    const hooks = { signal: new AbortController().signal, onProgress: () => undefined };
    await batching.send(job, { kind: 'whole', start: 0, end: 1, isLast: true }, hooks);
  };
  return { batching, sendNext };
};

/** Stores all files at once, and notes which came together. */
const storing = (sent: string[][]): UploadTransport['sendBatch'] => {
  return async (batch, { onAnswer }) => {
    sent.push(batch.map(({ uploadName }) => uploadName));
    for (const index of batch.keys()) onAnswer(index, { item: itemNamed('x') });
  };
};

test.each([
  ['fast', 100, [25, 50, 100, 125]],
  ['slow', 3_000, [25, 13, 10, 10]],
])('requests over a %s line last about a second', async (_pace, tookMs, sizes) => {
  let now = 0;
  const sent: string[][] = [];
  const store = storing(sent);
  const sendBatch: UploadTransport['sendBatch'] = (batch, hooks) => {
    now += tookMs;
    return store(batch, hooks);
  };
  const { sendNext } = arrange(300, sendBatch, () => now);
  for (let at = 0; at < 300; at += 1) await sendNext();
  expect(sent.slice(0, 4).map((batch) => batch.length)).toEqual(sizes);
  expect(sent.flat()).toHaveLength(300);
});

test('the next files are sent while those before are shown, but not all of them', async () => {
  const sent: string[][] = [];
  const { batching, sendNext } = arrange(300, storing(sent));
  await sendNext();
  await vi.waitFor(() => expect(sent.map((batch) => batch.length)).toEqual([25, 50]));
  expect(new Set(sent.flat()).size).toBe(75);
  expect(batching.isStored('74')).toBe(true);
});

test('a batch is broken off with the session, though the file that is sent is not', async () => {
  const signals: AbortSignal[] = [];
  const { batching, sendNext } = arrange(2, (_batch, { signal, onAnswer }) => {
    signals.push(signal);
    // The first file waits for its next attempt, and its batch goes on.
    const away = new ApiError({ status: 503, code: 'storage.unavailable', message: '' });
    queueMicrotask(() => onAnswer(0, away));
    return new Promise(() => undefined);
  });
  await expect(sendNext()).rejects.toMatchObject({ status: 503 });
  batching.leaveAll();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
