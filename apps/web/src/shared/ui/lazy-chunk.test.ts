import { afterEach, expect, test, vi } from 'vitest';
import { ChunkError, chunkTimeout, loadChunk } from './lazy-chunk.ts';

afterEach(() => vi.useRealTimers());

const failure = async (load: () => Promise<unknown>): Promise<unknown> => {
  try {
    return await loadChunk('files', load);
  } catch (error) {
    return error;
  }
};

test('a part that loads is answered', async () => {
  expect(await loadChunk('files', async () => 'part')).toBe('part');
});

test('a script that takes 120 seconds has failed', async () => {
  vi.useFakeTimers();
  const waiting = failure(() => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(chunkTimeout);
  expect(await waiting).toEqual(new ChunkError('files', 'timeout'));
  expect(String(await waiting)).toContain('Loading chunk files failed (timeout)');
});

test('a script without the part that it is loaded for is missing', async () => {
  expect(await failure(async () => undefined)).toEqual(new ChunkError('files', 'missing'));
});

test('a script that is gone from the server is missing, whatever stands in its place', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>', { headers: { 'content-type': 'text/html' } }));
  const load = () =>
    Promise.reject(new TypeError('Failed to fetch module: http://localhost/chunks/files.js?v=1'));
  expect(await failure(load)).toMatchObject({ chunk: 'files', reason: 'missing', isUnreachable: false });
});

test('anything else tells the kind of the error, and whether the server cannot be reached', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  const load = () =>
    Promise.reject(new TypeError('Failed to fetch module: http://localhost/chunks/files.js?v=1'));
  expect(await failure(load)).toMatchObject({ reason: 'TypeError', isUnreachable: true });
});
