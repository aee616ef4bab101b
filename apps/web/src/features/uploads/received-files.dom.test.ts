import { beforeEach, expect, test, vi } from 'vitest';
import { forgetReceived, setReceivedFilesOwner, receivedFiles, waitingNames } from './received-files.ts';

let kept: Map<string, Map<string, Response>>;

const entriesOf = (name: string): Map<string, Response> => {
  const entries = kept.get(name) ?? new Map<string, Response>();
  kept.set(name, entries);
  return entries;
};
const hrefOf = (request: string | { readonly url: string }): string =>
  new URL(typeof request === 'string' ? request : request.url, location.href).href;

const keep = (path: string, name: string, body: string): void => {
  const headers = {
    'content-type': 'text/plain',
    'x-name': encodeURIComponent(name),
    'x-modified': '1700000000000',
  };
  entriesOf('holdall-received').set(hrefOf(path), new Response(body, { headers }));
};
const paths = () => [...(kept.get('holdall-received')?.keys() ?? [])].map((url) => new URL(url).pathname);

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('caches', {
    has: async (name: string) => kept.has(name),
    delete: async (name: string) => kept.delete(name),
    open: async (name: string) => ({
      keys: async () => [...entriesOf(name).keys()].map((url) => ({ url })),
      match: async (request: string | { url: string }) => entriesOf(name).get(hrefOf(request))?.clone(),
      put: async (path: string, answer: Response) => entriesOf(name).set(hrefOf(path), answer),
      delete: async (request: { url: string }) => entriesOf(name).delete(request.url),
    }),
  });
});

test('received files are unchanged until they are forgotten', async () => {
  keep('/share-target/1-a/0', 'Ünïcode.txt', 'first');
  keep('/share-target/1-a/1', 'b.txt', 'second');
  keep('/share-target/1-a/whole', '', '');
  keep('/share-target/1-ab/0', 'of another time.txt', 'third');
  for (let time = 0; time < 2; time += 1) {
    const files = await receivedFiles('1-a');
    expect(files.map(({ name, type, lastModified }) => [name, type, lastModified])).toEqual([
      ['Ünïcode.txt', 'text/plain', 1_700_000_000_000],
      ['b.txt', 'text/plain', 1_700_000_000_000],
    ]);
    expect(await files[0]?.text()).toBe('first');
  }
  await forgetReceived('1-a');
  expect(await receivedFiles('1-a')).toEqual([]);
  expect(paths()).toEqual(['/share-target/1-ab/0']);
});

test('received files are listed once all of them are stored, the latest first', async () => {
  for (const part of ['1-a/0', '1-a/whole', '2-b/0', '3-c/0', '3-c/1', '3-c/whole'])
    keep(`/share-target/${part}`, 'x', '');
  expect(await waitingNames()).toEqual(['3-c', '1-a']);
});

test('a user who follows another one whose session was lost gets none of their files', async () => {
  // No user was signed in yet: the files are for the next one.
  keep('/share-target/1-a/whole', '', '');
  await setReceivedFilesOwner('ada');
  expect(await waitingNames()).toEqual(['1-a']);
  await setReceivedFilesOwner('ada');
  expect(await waitingNames()).toEqual(['1-a']);
  await setReceivedFilesOwner('bob');
  expect(await waitingNames()).toEqual([]);
  keep('/share-target/2-b/whole', '', '');
  await setReceivedFilesOwner('bob');
  expect(await waitingNames()).toEqual(['2-b']);
});

test('no files are found where none was ever shared, or where the browser stores nothing', async () => {
  expect(await receivedFiles('1-a')).toEqual([]);
  expect([await waitingNames(), kept.size]).toEqual([[], 0]);
  vi.stubGlobal('caches', undefined);
  await setReceivedFilesOwner('ada');
  expect(await waitingNames()).toEqual([]);
});
