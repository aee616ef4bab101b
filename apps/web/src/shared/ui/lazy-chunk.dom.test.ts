import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { act, createElement, Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ChunkError, chunkTimeout, lazyChunk, loadChunk } from './lazy-chunk.ts';

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

let drawn = 0;
const Counted = () => createElement('b', null, `part ${useState(() => (drawn += 1))[0]}`);

/** Draws a part; reports when somebody has to wait for it. */
const place = (Part: ReturnType<typeof lazyChunk<object>>) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const wait = vi.fn<() => string>(() => 'waiting');
  const Waiting = () => wait();
  const element = document.createElement('div');
  const root = createRoot(element);
  onTestFinished(() => act(async () => root.unmount()));
  const draw = async (): Promise<string | null> => {
    await act(async () =>
      root.render(createElement(Suspense, { fallback: createElement(Waiting) }, createElement(Part))),
    );
    return element.textContent;
  };
  return { draw, wait };
};

test('a part that is loaded before it is drawn has nobody wait for it', async () => {
  const Part = lazyChunk('part', async () => Counted);
  await Part.load();
  const { draw, wait } = place(Part);
  expect(await draw()).toMatch(/^part/);
  expect(wait).not.toHaveBeenCalled();
});

test('a part that was drawn while it loaded is the same one when it is drawn again', async () => {
  const { draw, wait } = place(lazyChunk('part', async () => Counted));
  const first = await draw();
  expect(first).toMatch(/^part/);
  expect(wait).toHaveBeenCalled();
  expect(await draw()).toBe(first);
});
