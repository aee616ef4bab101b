import { expect, test, vi } from 'vitest';
import { sayInCalls } from '#shared/api/page-headers.ts';
import { probeRange, probeRequestSize, probeSocket } from './probes.ts';

/** Mocks a proxy that limits bodies to a number of bytes. */
const openProxy = (most: number): number[] => {
  const tried: number[] = [];
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: Blob }) => {
    tried.push(body.size);
    if (body.size > most) return new Response('<h1>413</h1>', { status: 413 });
    return Response.json({ received: body.size });
  });
  return tried;
};

test('a probe passes a whole chunk, or finds the largest smaller request that passes', async () => {
  openProxy(1e9);
  expect(await probeRequestSize(32_000_000)).toEqual({ state: 'ok' });
  const tried = openProxy(1_048_576);
  expect(await probeRequestSize(32_000_000)).toEqual({ state: 'limited', bytes: 1_000_000 });
  expect(tried).toEqual([32_000_000, 8_000_000, 1_000_000]);
  openProxy(0);
  expect(await probeRequestSize(2_000_000)).toEqual({ state: 'limited', bytes: 0 });
});

test('a proxy that truncates bodies does not pass', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ received: 12 }));
  expect(await probeRequestSize(100_000)).toEqual({ state: 'limited', bytes: 0 });
});

test('a timeout is not mistaken for a refusal', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  vi.stubGlobal('fetch', async () => Promise.reject(new DOMException('late', 'TimeoutError')));
  expect(await probeRequestSize(100_000)).toEqual({ state: 'slow' });
});

const bytes = Uint8Array.from({ length: 65_536 }, (_, at) => at % 251);

test('a range request bears the code, and its answer must be that range', async () => {
  const asked: Headers[] = [];
  const answer = (status: number, body: Uint8Array<ArrayBuffer>, range: string) =>
    vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
      asked.push(new Headers(headers));
      return new Response(body, { status, headers: { 'content-range': range } });
    });
  sayInCalls('x-setup-code', 'abc');
  answer(206, bytes.slice(1000, 2000), 'bytes 1000-1999/65536');
  expect(await probeRange()).toEqual({ state: 'ok' });
  sayInCalls('x-setup-code', undefined);
  expect(asked[0]?.get('range')).toBe('bytes=1000-1999');
  expect(asked[0]?.get('x-setup-code')).toBe('abc');
  answer(200, bytes, '');
  expect(await probeRange()).toEqual({ state: 'failed' });
  answer(206, bytes.slice(0, 1000), 'bytes 1000-1999/65536');
  expect(await probeRange()).toEqual({ state: 'failed' });
});

/** Mocks a socket that runs `behave` once it exists. */
const openSockets = (behave: (socket: EventTarget) => void) => {
  const opened: { isClosed: boolean }[] = [];
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      readonly url: string;
      isClosed = false;
      constructor(url: URL) {
        super();
        this.url = url.href;
        opened.push(this);
        queueMicrotask(() => behave(this));
      }
      send(data: string): void {
        this.dispatchEvent(
          new MessageEvent('message', { data: this.url.endsWith('/realtime/setup') && data }),
        );
      }
      close(): void {
        this.isClosed = true;
      }
    },
  );
  return opened;
};

test('a socket must echo a message; one that does not open is refused', async () => {
  const opened = openSockets((socket) => socket.dispatchEvent(new Event('open')));
  expect(await probeSocket()).toEqual({ state: 'ok' });
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true]);
  openSockets((socket) => socket.dispatchEvent(new Event('error')));
  expect(await probeSocket()).toEqual({ state: 'failed' });
});
