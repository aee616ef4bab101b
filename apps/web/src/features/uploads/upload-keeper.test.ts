import { expect, onTestFinished, test, vi } from 'vitest';
import { changeKept } from './kept-uploads.ts';
import { createUploadKeeper } from './upload-keeper.ts';

vi.mock('./kept-uploads.ts', () => ({ changeKept: vi.fn(async () => undefined), listKept: async () => [] }));

test('what an earlier page has kept is forgotten though it was through before anybody looked', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('indexedDB', {});
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const keeper = createUploadKeeper({ unfinished: () => [], userId: () => 'ada' });
  keeper.note();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(changeKept).not.toHaveBeenCalled();
  keeper.adopt(['small.txt']);
  keeper.note();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(changeKept).toHaveBeenCalledExactlyOnceWith([], ['small.txt']);
});
