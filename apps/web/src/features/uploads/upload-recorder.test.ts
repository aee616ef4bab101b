import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listUnfinished, type UnfinishedUpload, updateUnfinished } from './unfinished-uploads.ts';
import { createQueueBench, file } from './testing/queue-bench.ts';
import { createUploadRecorder } from './upload-recorder.ts';

vi.mock('./unfinished-uploads.ts', () => ({
  updateUnfinished: vi.fn(async () => undefined),
  listUnfinished: vi.fn(async () => []),
}));

beforeEach(() => {
  vi.mocked(updateUnfinished).mockClear();
  vi.useFakeTimers();
  vi.stubGlobal('indexedDB', {});
});
afterEach(() => void vi.useRealTimers());

/** Returns the stored paths, per write. */
const kept = () => vi.mocked(updateUnfinished).mock.calls.map(([uploads]) => uploads.map(({ path }) => path));

/** Returns a queue whose server does not answer, and its recorder. */
const setUp = () => {
  const { queue, server, add } = createQueueBench();
  server.hold();
  const recorder = createUploadRecorder({ unfinished: () => queue.unfinished(), userId: () => 'ada' });
  const upload = (...paths: readonly string[]): void => {
    for (const path of paths) {
      add([file(path, 'a')]);
      recorder.scheduleSave();
    }
  };
  return { recorder, upload };
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('an adopted upload is forgotten even if it finished before the first save', async () => {
  const recorder = createUploadRecorder({ unfinished: () => [], userId: () => 'ada' });
  recorder.scheduleSave();
  await pass(2_000);
  expect(updateUnfinished).not.toHaveBeenCalled();
  recorder.adopt(['small.txt']);
  recorder.scheduleSave();
  await pass(2_000);
  expect(updateUnfinished).toHaveBeenCalledExactlyOnceWith([], ['small.txt']);
});

test('an upload that begins is stored immediately with its group; later ones are stored soon', async () => {
  const { upload } = setUp();
  upload('a.txt', 'b.txt');
  await pass(0);
  expect(kept()).toEqual([['a.txt', 'b.txt']]);
  upload('c.txt');
  await pass(500);
  expect(kept()).toHaveLength(1);
  await pass(500);
  expect(kept().slice(1)).toEqual([['c.txt']]);
  await pass(5_000);
  upload('d.txt');
  await pass(0);
  expect(kept().slice(2)).toEqual([['d.txt']]);
});

test('a page that is about to unload saves immediately, and writes in the order of the changes', async () => {
  const { recorder, upload } = setUp();
  const written = Promise.withResolvers<void>();
  vi.mocked(updateUnfinished).mockImplementationOnce(() => written.promise);
  upload('a.txt');
  await pass(0);
  upload('b.txt');
  recorder.saveNow();
  await pass(0);
  expect(kept()).toEqual([['a.txt']]);
  written.resolve();
  await pass(0);
  expect(kept()).toEqual([['a.txt'], ['b.txt']]);
  await pass(5_000);
  expect(kept()).toHaveLength(2);
});

test('an upload that is cancelled while stored ones are looked for is not offered as interrupted', async () => {
  const { queue, server, add } = createQueueBench();
  server.hold();
  let isCancelled = false;
  const recorder = createUploadRecorder({
    unfinished: () => (isCancelled ? [] : queue.unfinished()),
    userId: () => 'ada',
  });
  add([file('a.txt', 'a')]);
  recorder.scheduleSave();
  await pass(0);
  const [stored = []] = vi.mocked(updateUnfinished).mock.calls[0] ?? [];
  expect(stored).toHaveLength(1);
  const read = Promise.withResolvers<UnfinishedUpload[]>();
  vi.mocked(listUnfinished).mockImplementationOnce(() => read.promise);
  const found = recorder.interrupted('ada');
  await pass(0);
  isCancelled = true;
  recorder.scheduleSave();
  recorder.saveNow();
  await pass(0);
  // Pages of other tests answer under the same name.
  read.resolve(stored.map((upload) => ({ ...upload, tab: 'this page' })));
  await pass(2_000);
  expect(await found).toEqual([]);
});
