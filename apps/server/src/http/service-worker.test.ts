import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { serviceWorkerOf } from '#http/service-worker.ts';

const origin = 'https://files.example.com';

interface Posted {
  readonly referrer?: string;
  readonly destination?: string;
  /** Bytes of each file. */
  readonly sizes: readonly number[];
}

/** Runs the worker in a fake browser with a cache; `share` posts files to it. */
const startWorker = () => {
  const kept = new Map<string, Response>();
  const hrefOf = (request: string | { readonly url: string }) =>
    typeof request === 'string' ? origin + request : request.url;
  const cache = {
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    matchAll: async () => [...kept.values()],
    put: async (place: string, answer: Response) => {
      if (answer.headers.get('x-name') === 'unkept') throw new Error('The disk is full.');
      kept.set(hrefOf(place), answer);
    },
    delete: async (request: string | { url: string }) => kept.delete(hrefOf(request)),
  };
  const listeners = new Map<string, (event: unknown) => void>();
  const location = new URL(origin);
  const self = {
    location,
    addEventListener: (type: string, act: (event: unknown) => void) => listeners.set(type, act),
  };
  const redirect = (to: string) => to;
  runInContext(
    serviceWorkerOf('1'),
    createContext({
      self,
      URL,
      Response: Object.assign(Response, { redirect }),
      File,
      crypto,
      caches: { open: async () => cache },
    }),
  );
  const share = async (
    { sizes, referrer = '', destination = 'document' }: Posted,
    name = 'a',
  ): Promise<string> => {
    const files = sizes.map((size) => Object.defineProperty(new File([], name), 'size', { value: size }));
    const request = {
      url: `${origin}/share-target`,
      method: 'POST',
      headers: new Headers({ origin: 'null' }),
      referrer,
      destination,
      formData: async () => ({ getAll: () => files }),
    };
    let answer: Promise<string> | undefined;
    listeners.get('fetch')?.({ request, respondWith: (given: Promise<string>) => (answer = given) });
    return (await answer) ?? '';
  };
  return { share, kept: () => [...kept.values()].map(({ headers }) => headers.get('x-size')) };
};

const gibibyte = 1024 ** 3;
const missed = '/platform/files?received=nothing';

test('waiting files are bounded in bytes and number; the latest ones are kept', async () => {
  const { share, kept } = startWorker();
  expect(await share({ sizes: [gibibyte, 3 * gibibyte + 1] })).toBe(missed);
  expect(await share({ sizes: Array<number>(501).fill(1) })).toBe(missed);
  expect(await share({ sizes: [] })).toBe(missed);
  expect(kept()).toEqual([]);
  expect(await share({ sizes: [gibibyte], referrer: 'android-app://com.example.photos/' })).toMatch(
    /received=\d+-/,
  );
  await share({ sizes: [2 * gibibyte] });
  expect(kept()).toEqual([String(gibibyte), null, String(2 * gibibyte), null]);
  await share({ sizes: [gibibyte + 1] });
  expect(kept()).toEqual([String(gibibyte + 1), null]);
  await share({ sizes: Array<number>(499).fill(1) });
  expect(kept()).toHaveLength(500);
});

test('files that exceed the bounds are not kept at all', async () => {
  const { share, kept } = startWorker();
  await share({ sizes: [1] });
  expect(await share({ sizes: [2, 3] }, 'unkept')).toBe(missed);
  expect(kept()).toEqual(['1', null]);
});

test('files that another site or a frame has posted are not accepted', async () => {
  const { share, kept } = startWorker();
  expect(await share({ sizes: [1], referrer: 'https://evil.example/' })).toBe('/platform/files');
  expect(await share({ sizes: [1], destination: 'iframe' })).toBe('/platform/files');
  expect(kept()).toEqual([]);
});
