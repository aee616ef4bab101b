import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { UploadPart } from './chunk-plan.ts';
import { createXhrTransport } from './xhr-transport.ts';

let answer: { readonly status: number; readonly text: string };
let sent: { readonly url: string; readonly body: Blob | FormData }[];

beforeEach(() => {
  sent = [];
  answer = { status: 201, text: '{"data":{}}' };
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      readonly upload = new EventTarget();
      readonly status = answer.status;
      readonly responseText = answer.text;
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

const sendBatch = (names: readonly string[]) => {
  const jobs = names.map((name) => ({
    uploadName: `up-${name}`,
    file: new File([name], name, { lastModified: 5 }),
    path: name,
    parentId: null,
    onConflict: 'refuse' as const,
  }));
  const answers: unknown[] = [];
  const hooks = {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onAnswer: (index: number, told: unknown) => answers.push([index, told]),
  };
  return { answers, done: createXhrTransport().sendBatch(jobs, hooks) };
};

test('a batch has a line in front of the bytes of each file, and a line of the answer for each', async () => {
  const refusal = { index: 1, status: 422, code: 'upload.blocked_type', message: 'No.' };
  answer = { status: 200, text: `{"index":0,"status":201,"data":{}}\n${JSON.stringify(refusal)}\n` };
  const { answers, done } = sendBatch(['a.txt', 'b.txt']);
  await done;
  const lines = ['a.txt', 'b.txt'].map((name) => {
    const line = {
      name,
      last_modified: 5,
      parent_id: null,
      on_conflict: 'refuse',
      upload_id: `up-${name}`,
      size: 5,
    };
    return `${JSON.stringify(line)}\n${name}`;
  });
  const [{ body } = { body: new Blob() }] = sent;
  expect(body instanceof Blob ? await body.text() : undefined).toBe(lines.join(''));
  expect(answers).toMatchObject([
    [0, { item: { data: {} } }],
    [1, { status: 422, code: 'upload.blocked_type' }],
  ]);
});

test('an answer to a batch that is none, as of a captive portal, is a failure', async () => {
  answer = { status: 200, text: '<html>\n<body>Sign in first</body>\n' };
  const { answers, done } = sendBatch(['a.txt', 'b.txt']);
  await expect(done).rejects.toMatchObject({ status: 502, code: 'unreadable' });
  expect(answers).toEqual([]);
});
