import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { UploadPart } from './chunk-plan.ts';
import { createXhrTransport } from './xhr-transport.ts';

let sent: { readonly url: string; readonly body: Blob | FormData }[];

beforeEach(() => {
  sent = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      readonly upload = new EventTarget();
      readonly status = 201;
      readonly responseText = '{"data":{}}';
      url = '';
      open(_method: string, url: string): void {
        this.url = url;
      }
      setRequestHeader(): void {
        // Headers are not looked at.
      }
      send(body: Blob | FormData): void {
        sent.push({ url: this.url, body });
        queueMicrotask(() => {
          for (const name of ['load', 'loadend']) this.dispatchEvent(new Event(name));
        });
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

/** Sends a file and returns the time that went with it; null where none did. */
const timeSent = async (kind: UploadPart['kind'], lastModified: number): Promise<unknown> => {
  const file = new File(['x'], 'a.txt');
  // jsdom takes 0 for now.
  Object.defineProperty(file, 'lastModified', { value: lastModified });
  const job = { uploadName: 'up', file, path: 'a.txt', parentId: null, onConflict: 'rename' } as const;
  const part = { kind, start: 0, end: 1, isLast: true } as UploadPart;
  const hooks = { signal: new AbortController().signal, onProgress: () => undefined };
  await createXhrTransport().send(job, part, hooks);
  const { url = '', body } = sent.at(-1) ?? {};
  return body instanceof FormData
    ? body.get('last_modified')
    : new URL(url, location.origin).searchParams.get('last_modified');
};

test.each(['whole', 'chunk'] as const)(
  'a file that is sent as a %s takes its own time along',
  async (kind) => {
    expect(await timeSent(kind, 1_000_000_000_123)).toBe('1000000000123');
  },
);

test.each([
  ['whole', 0],
  ['whole', -5],
  ['chunk', 0],
  ['chunk', -5],
] as const)(
  'a file that is sent as a %s and dated %i has no time, which the server would refuse',
  async (kind, time) => {
    expect(await timeSent(kind, time)).toBeNull();
  },
);
