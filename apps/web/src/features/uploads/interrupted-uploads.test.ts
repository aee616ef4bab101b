import { beforeEach, expect, test } from 'vitest';
import { markAuthorized, markUnauthorized } from '#shared/session/session.ts';
import { createInterrupted } from './interrupted-uploads.ts';
import type { UnfinishedUpload } from './unfinished-uploads.ts';
import { createQueueBench } from './testing/queue-bench.ts';
import { interruptedUploads } from './uploads.store.ts';

const content = '0123456789abcdef';
const lastModified = 1_700_000_000_000;
const fileNamed = (name: string, text = content, changed = lastModified): File =>
  new File([text], name, { lastModified: changed });

const kept = (path: string, more: Partial<UnfinishedUpload> = {}): UnfinishedUpload => ({
  uploadName: `abcdefghijklmnop-${path.replaceAll('/', '-')}`,
  userId: 'ada',
  tab: 'earlier',
  path,
  parentId: null,
  onConflict: 'refuse',
  size: content.length,
  lastModified,
  keptAt: lastModified,
  ...more,
});

const inFolder = (path: string, letter?: string): File => {
  const file = fileNamed('a.txt', letter === undefined ? content : content.replaceAll(/./g, letter));
  Object.defineProperty(file, 'webkitRelativePath', { value: path });
  return file;
};

/** Returns a file handle as a browser restores it after a reload. */
const handleOf = (
  read: () => File,
  ask: () => PermissionState | Promise<PermissionState> = () => 'granted',
): FileSystemHandle =>
  ({
    kind: 'file',
    name: 'a',
    getFile: async () => read(),
    requestPermission: async () => ask(),
  }) as unknown as FileSystemHandle;

const setUp = (uploads: readonly UnfinishedUpload[]) => {
  const bench = createQueueBench();
  const forgotten: string[] = [];
  const adopted: string[] = [];
  const user = { id: 'ada', denied: false };
  const interrupted = createInterrupted({
    recorder: {
      adopt: (names) => void adopted.push(...names),
      interrupted: async (userId) => {
        if (user.denied) throw new DOMException('No', 'InvalidStateError');
        return uploads.filter((upload) => upload.userId === userId);
      },
      forget: async (gone) => void forgotten.push(...gone.map(({ uploadName }) => uploadName)),
    },
    transport: bench.server.transport,
    queue: bench.queue,
    userId: () => user.id,
  });
  return { ...bench, interrupted, adopted, forgotten, user };
};

beforeEach(() => interruptedUploads.set([]));

test('uploads are offered only to their owner', async () => {
  const { interrupted } = setUp([kept('a.txt'), kept('b.txt', { userId: 'grace' })]);
  await interrupted.look();
  expect(interruptedUploads.get().map(({ path }) => path)).toEqual(['a.txt']);
  interrupted.hide();
  expect(interruptedUploads.get()).toEqual([]);
});

test("a file that is chosen again resumes at the server's offset, under the same name", async () => {
  const { interrupted, server, idle, adopted } = setUp([kept('a.txt')]);
  server.keep('abcdefghijklmnop-a.txt', content.slice(0, 10));
  await interrupted.look();
  expect(await interrupted.resumeWith([fileNamed('other.txt'), fileNamed('a.txt')])).toBe(true);
  await idle();
  expect(server.log).toEqual(['status', 'chunk a.txt 10-16']);
  expect(server.stored.get('a.txt')).toBe(content);
  expect(interruptedUploads.get()).toEqual([]);
  expect(adopted).toEqual([kept('a.txt').uploadName]);
});

test.each([
  ['another size', fileNamed('a.txt', 'short')],
  ['another time of change', fileNamed('a.txt', content, lastModified + 1)],
  ['another name', fileNamed('b.txt')],
])('a file of %s is another file', async (_what, file) => {
  const { interrupted, server } = setUp([kept('a.txt')]);
  await interrupted.look();
  expect(await interrupted.resumeWith([file])).toBe(false);
  expect(server.log).toEqual([]);
  expect(interruptedUploads.get()).toHaveLength(1);
});

test('files of a folder keep their path in it', async () => {
  const { interrupted, server, idle } = setUp([kept('Trip/day 1/a.txt'), kept('Trip/day 2/a.txt')]);
  await interrupted.look();
  const files = [inFolder('Trip/day 2/a.txt', '2'), inFolder('Trip/day 1/a.txt', '1')];
  expect(await interrupted.resumeWith(files)).toBe(true);
  await idle();
  expect(Object.fromEntries(server.stored)).toEqual({
    'Trip/day 1/a.txt': content.replaceAll(/./g, '1'),
    'Trip/day 2/a.txt': content.replaceAll(/./g, '2'),
  });
});

test('a file that fits two uploads resumes neither, unless its path tells them apart', async () => {
  const { interrupted, server, idle } = setUp([kept('Trip/day 1/a.txt'), kept('Trip/day 2/a.txt')]);
  await interrupted.look();
  expect(await interrupted.resumeWith([fileNamed('a.txt')])).toBe(false);
  expect(await interrupted.resumeWith([inFolder('elsewhere/a.txt')])).toBe(false);
  expect(await interrupted.resumeWith([inFolder('day 2/a.txt')])).toBe(true);
  await idle();
  expect([...server.stored.keys()]).toEqual(['Trip/day 2/a.txt']);
  expect(interruptedUploads.get().map(({ path }) => path)).toEqual(['Trip/day 1/a.txt']);
});

test('an upload that another page has resumed is neither sent twice nor discarded', async () => {
  const free = [kept('a.txt', { origin: { handle: handleOf(() => fileNamed('a.txt')), path: [] } })];
  const { interrupted, server, forgotten } = setUp(free);
  for (const act of [
    () => interrupted.resume(),
    () => interrupted.resumeWith([fileNamed('a.txt')]),
    () => interrupted.discard(),
  ]) {
    interruptedUploads.set([kept('a.txt', free[0])]);
    const taken = free.splice(0);
    expect(await act()).not.toBe(false);
    expect([interruptedUploads.get(), server.log, forgotten]).toEqual([[], [], []]);
    free.push(...taken);
  }
});

test('no upload is offered to a user who signs in during the search, nor where the browser stores nothing', async () => {
  const { interrupted, user } = setUp([kept('a.txt')]);
  const looking = interrupted.look();
  user.id = 'grace';
  await looking;
  expect(interruptedUploads.get()).toEqual([]);
  user.id = 'ada';
  user.denied = true;
  await interrupted.look();
  expect(interruptedUploads.get()).toEqual([]);
});

test('files whose handles the browser has stored need not be chosen', async () => {
  const { interrupted, server, idle } = setUp([
    kept('a.txt', { origin: { handle: handleOf(() => fileNamed('a.txt')), path: [] } }),
    kept('changed.txt', {
      origin: { handle: handleOf(() => fileNamed('changed.txt', 'other')), path: [] },
    }),
    kept('denied.txt', {
      origin: {
        handle: handleOf(
          () => fileNamed('denied.txt'),
          () => 'denied',
        ),
        path: [],
      },
    }),
    kept('chosen.txt'),
  ]);
  await interrupted.look();
  await interrupted.resume();
  await idle();
  expect([...server.stored.keys()]).toEqual(['a.txt']);
  expect(interruptedUploads.get().map(({ path }) => path)).toEqual([
    'changed.txt',
    'denied.txt',
    'chosen.txt',
  ]);
  expect(interruptedUploads.get().every(({ origin }) => origin === undefined)).toBe(true);
});

/** Returns an upload whose file needs a permission; `asks` resolves when the browser asks for it. */
const asking = () => {
  const [question, asks] = [Promise.withResolvers<PermissionState>(), Promise.withResolvers<void>()];
  const ask = () => {
    asks.resolve();
    return question.promise;
  };
  const upload = kept('a.txt', { origin: { handle: handleOf(() => fileNamed('a.txt'), ask), path: [] } });
  return { upload, asks: asks.promise, answer: () => question.resolve('granted') };
};

test.each([
  ['the session ends', () => markUnauthorized()],
  ['another user signs in', (user: { id: string }) => void (user.id = 'grace')],
])('no upload continues under another account if %s while the browser asks', async (_what, leave) => {
  markAuthorized();
  const { upload, asks, answer } = asking();
  const { interrupted, server, adopted, user } = setUp([upload]);
  await interrupted.look();
  const going = interrupted.resume();
  await asks;
  leave(user);
  const others = [kept('theirs.txt', { userId: 'grace' })];
  interruptedUploads.set(others);
  answer();
  await going;
  expect([server.log, adopted]).toEqual([[], []]);
  expect(interruptedUploads.get()).toBe(others);
});

test('an upload discarded while the browser asks for access is not sent', async () => {
  const { upload, asks, answer } = asking();
  const { interrupted, server, idle } = setUp([upload]);
  await interrupted.look();
  const going = interrupted.resume();
  await asks;
  await interrupted.discard();
  answer();
  await going;
  await idle();
  expect(server.log).toEqual(['forget']);
});

test('a user who signs in during the search loses no uploads to the previous user', async () => {
  for (const act of ['look', 'resume', 'discard', 'resumeWith'] as const) {
    const { interrupted, server, forgotten, user } = setUp([kept('a.txt')]);
    await interrupted.look();
    const acting = interrupted[act]([fileNamed('a.txt')]);
    user.id = 'grace';
    const others = [kept('a.txt', { userId: 'grace' })];
    interruptedUploads.set(others);
    await acting;
    expect([forgotten, server.log]).toEqual([[], []]);
    expect(interruptedUploads.get()).toBe(others);
    user.id = 'ada';
  }
});

test('a discarded upload is forgotten in the browser and on the server', async () => {
  const { interrupted, server, forgotten } = setUp([kept('a.txt'), kept('b.txt')]);
  await interrupted.look();
  await interrupted.discard();
  expect(forgotten).toEqual(['abcdefghijklmnop-a.txt', 'abcdefghijklmnop-b.txt']);
  expect(server.log).toEqual(['forget', 'forget']);
  expect(interruptedUploads.get()).toEqual([]);
});
