import { describe, expect, test } from 'vitest';
import { createQueueBench, file } from './testing/queue-bench.ts';

describe('order', () => {
  test('files are uploaded one at a time, in the order of their arrival', async () => {
    const { queue, server, add, idle, items } = createQueueBench();
    add([file('a.txt', 'a'), file('b.txt', 'bb')]);
    add([file('c.txt', 'ccc')]);
    await idle();
    expect(server.load.most).toBe(1);
    expect([...server.stored.keys()]).toEqual(['a.txt', 'b.txt', 'c.txt']);
    expect(items.map((item) => item.data.attributes.name)).toEqual(['a.txt', 'b.txt', 'c.txt']);
    expect(queue.snapshot()).toMatchObject({ total: 3, done: 3, failed: 0, active: false, percent: 100 });
  });

  test('the first starts as soon as it is added and is processed until the server answers', async () => {
    const { queue, server, add, idle, until } = createQueueBench();
    server.hold();
    add([file('a.txt', 'abc'), file('b.txt', 'b')]);
    await until(() => queue.snapshot().entries[0]?.state === 'processing');
    expect(queue.snapshot().entries.map((entry) => entry.state)).toEqual(['processing', 'waiting']);
    expect(queue.snapshot()).toMatchObject({ done: 0, percent: 62, processing: false });
    server.release();
    await idle();
    expect(queue.snapshot().done).toBe(2);
  });

  test('a file larger than a chunk is uploaded in chunks, in order', async () => {
    const { server, add, idle } = createQueueBench();
    add([file('big.bin', 'abcdefghijklmnopqrstuvwxy')]);
    await idle();
    expect(server.log).toEqual(['chunk big.bin 0-10', 'chunk big.bin 10-20', 'chunk big.bin 20-25']);
    expect(server.stored.get('big.bin')).toBe('abcdefghijklmnopqrstuvwxy');
  });

  test('empty files and empty folders arrive too', async () => {
    const { server, add, idle, folderEnds, queue } = createQueueBench();
    add([file('Trip/empty.txt'), { kind: 'folder', path: 'Trip/later' }], 'parent');
    await idle();
    expect([...server.stored]).toEqual([
      ['Trip/empty.txt', ''],
      ['Trip/later', undefined],
    ]);
    expect(folderEnds).toEqual(['parent']);
    expect(queue.snapshot().percent).toBe(100);
  });

  test('the end of a folder is reported once, after its last file; single files have none', async () => {
    const { queue, add, idle, folderEnds } = createQueueBench();
    const group = queue.open('p');
    group.add([file('Trip/a.txt', 'a')]);
    group.add([file('Trip/b.txt', 'b')]);
    add([file('single.txt', 's')], 'q');
    expect(folderEnds).toEqual([]);
    group.close();
    await idle();
    expect(folderEnds).toEqual(['p']);
  });
});

test('the first arrival in a folder is reported', async () => {
  const { add, idle, folderBegins } = createQueueBench();
  const paths = ['top.txt', 'Trip/a.txt', 'Trip/b.txt', 'Trip/day 1/c.txt', 'Trip/day 1/d.txt', 'Trip/e.txt'];
  add(paths.map((path) => file(path, 'x')));
  await idle();
  expect(folderBegins, 'after so many items').toEqual([2, 4]);
});

describe('failures', () => {
  test('after three attempts the file fails and the next begins', async () => {
    const { queue, server, add, idle, pauses, failures } = createQueueBench();
    server.faults.push(...Array.from({ length: 3 }, () => ({ kind: 'refuse', status: 0 }) as const));
    add([file('a.txt', 'a'), file('b.txt', 'b')]);
    await idle();
    expect(server.log.filter((line) => line.startsWith('whole a.txt'))).toHaveLength(3);
    expect(pauses).toEqual([2000, 8000]);
    expect(failures).toEqual([{ reason: 'attempts', detail: '' }]);
    expect(queue.snapshot()).toMatchObject({ total: 2, done: 1, failed: 1, active: false });
    expect(server.stored.get('b.txt')).toBe('b');
  });

  test('two failures and a success are a success', async () => {
    const { queue, server, add, idle, states } = createQueueBench();
    server.faults.push({ kind: 'refuse', status: 503 }, { kind: 'refuse', status: 0 });
    add([file('a.txt', 'a')]);
    await idle();
    expect(queue.snapshot().done).toBe(1);
    expect(states).toContain('retrying');
  });

  test('a broken connection resumes at the last byte that the server has', async () => {
    const { server, add, idle } = createQueueBench();
    server.faults.push(undefined, { kind: 'break', after: 4 });
    add([file('big.bin', 'abcdefghijklmnopqrstuvwxy')]);
    await idle();
    expect(server.log).toEqual([
      'chunk big.bin 0-10',
      'chunk big.bin 10-20',
      'status',
      'chunk big.bin 14-24',
      'chunk big.bin 24-25',
    ]);
    expect(server.stored.get('big.bin')).toBe('abcdefghijklmnopqrstuvwxy');
  });

  test('only consecutive failures count: a connection that breaks often but makes progress is no failure', async () => {
    const { server, add, idle, queue } = createQueueBench();
    server.faults.push(...Array.from({ length: 5 }, () => ({ kind: 'break', after: 3 }) as const));
    add([file('big.bin', 'abcdefghijklmnopqrstuvwxy')]);
    await idle();
    expect(queue.snapshot().done).toBe(1);
    expect(server.stored.get('big.bin')).toBe('abcdefghijklmnopqrstuvwxy');
  });

  test.each([
    ['a small file', 'abc'],
    ['a chunked file', 'abcdefghijklm'],
  ])('a lost last answer of %s is asked for again and stores nothing twice', async (_name, content) => {
    const { server, add, idle, items } = createQueueBench();
    if (content.length > 10) server.faults.push(undefined);
    server.faults.push({ kind: 'lose-answer' });
    add([file('a.txt', content)]);
    await idle();
    expect(items).toHaveLength(1);
    expect(server.stored).toEqual(new Map([['a.txt', content]]));
  });

  test("a gap is filled from the server's offset", async () => {
    const { server, add, idle } = createQueueBench();
    const gap = { kind: 'refuse', status: 409, code: 'upload.gap', offset: 3 } as const;
    server.faults.push(undefined, gap);
    add([file('big.bin', 'abcdefghijklmnop')]);
    await idle();
    expect(server.log).toEqual([
      'chunk big.bin 0-10',
      'chunk big.bin 10-16',
      'chunk big.bin 3-13',
      'chunk big.bin 13-16',
    ]);
    expect(server.stored.get('big.bin')).toBe('abcdefghijklmnop');
  });

  test('a server that only ever reports gaps fails the upload', async () => {
    const { server, add, idle, failures } = createQueueBench();
    const gap = { kind: 'refuse', status: 409, code: 'upload.gap', offset: 0 } as const;
    server.faults.push(...Array.from({ length: 20 }, () => gap));
    add([file('a.txt', 'abc')]);
    await idle();
    expect(failures).toEqual([{ reason: 'attempts', detail: '' }]);
  });

  test.each([
    [422, 'upload.blocked_type', 'abc', 'blocked_type'],
    [422, 'unreadable', 'abc', 'blocked_type'],
    [422, 'request.invalid', 'abc', 'server'],
    [422, 'upload.blocked_type', 'more than one chunk', 'server'],
    [500, 'server.failed', 'more than one chunk', 'server'],
    [500, 'server.failed', 'abc', 'server'],
    [413, 'upload.over_limit', 'abc', 'too_large'],
    [404, 'item.not_found', 'abc', 'refused'],
  ])(
    '%i %s of "%s" fails the file immediately as %s, and the next begins',
    async (...[status, code, content, reason]) => {
      const { server, add, idle, failures, queue } = createQueueBench();
      server.faults.push({ kind: 'refuse', status, code });
      add([file('a.txt', content), file('b.txt', 'b')]);
      await idle();
      expect(failures.map((failure) => failure.reason)).toEqual([reason]);
      expect(queue.snapshot()).toMatchObject({ done: 1, failed: 1 });
    },
  );

  test('423 fails files of the same size or larger, with one notice; smaller ones may fit', async () => {
    const { queue, server, add, idle, failures } = createQueueBench();
    server.faults.push({ kind: 'refuse', status: 423, code: 'storage.exceeded' });
    add([file('a.txt', 'abcd'), file('b.txt', 'abcde'), file('c.txt', 'abcd'), file('d.txt', 'abc')]);
    await idle();
    expect(failures.map((failure) => failure.reason)).toEqual(['out_of_space']);
    expect(queue.snapshot()).toMatchObject({ done: 1, failed: 3 });
    expect([...server.stored.keys()]).toEqual(['d.txt']);
  });

  test('401 ends the whole queue, with one notice, and all of it can be retried', async () => {
    const { queue, server, add, idle, failures } = createQueueBench();
    server.faults.push({ kind: 'refuse', status: 401, message: 'The server says no.' });
    add([file('a.txt', 'a'), file('b.txt', 'b'), file('c.txt', 'c')]);
    await idle();
    expect(failures.map((failure) => failure.reason)).toEqual(['signed_out']);
    expect(queue.snapshot()).toMatchObject({ done: 0, failed: 3 });
    queue.retryAll();
    await idle();
    expect(queue.snapshot()).toMatchObject({ done: 3, failed: 0 });
  });

  test('401 carries the message of the server', async () => {
    const { server, add, idle, failures } = createQueueBench();
    server.faults.push({ kind: 'refuse', status: 401, message: 'Please sign in.' });
    add([file('a.txt', 'a')]);
    await idle();
    expect(failures).toEqual([{ reason: 'signed_out', detail: 'Please sign in.' }]);
  });

  test('without a network the queue waits, counts no failures, and continues later', async () => {
    const { queue, server, add, idle, until, network, pauses } = createQueueBench();
    network.online = false;
    server.faults.push({ kind: 'break', after: 2 });
    add([file('a.txt', 'abcde')]);
    await until(() => queue.snapshot().offline);
    network.online = true;
    network.comeBack();
    await idle();
    expect(pauses).toEqual([]);
    expect(queue.snapshot()).toMatchObject({ done: 1, offline: false });
    expect(server.stored.get('a.txt')).toBe('abcde');
  });

  test("a retried file resumes at the server's offset", async () => {
    const { queue, server, add, idle } = createQueueBench();
    server.faults.push(
      { kind: 'break', after: 4 },
      ...Array.from({ length: 3 }, () => ({ kind: 'refuse', status: 0 }) as const),
    );
    add([file('a.txt', 'abcdef')]);
    await idle();
    expect(queue.snapshot().failed).toBe(1);
    server.log.length = 0;
    queue.retry(queue.snapshot().entries[0]?.id ?? 0);
    await idle();
    expect(server.log).toEqual(['status', 'whole a.txt 4-6']);
    expect(server.stored.get('a.txt')).toBe('abcdef');
  });
});

describe('rules', () => {
  test('blocked and oversized files are refused before anything is sent, and cannot be retried', async () => {
    const { queue, server, add, idle, rules, failures } = createQueueBench();
    rules.mimetypesBlacklist = ['application/x-msdownload', 'exe'];
    rules.uploadLimit = 4;
    rules.uploadLimitFormatted = '4 bytes';
    add([
      file('setup.exe', 'x', 'application/x-msdownload'),
      file('Other.EXE', 'x'),
      file('large.txt', '12345'),
      file('fits.txt', '1234'),
    ]);
    await idle();
    expect(failures).toEqual([
      { reason: 'blocked_type', detail: 'application/x-msdownload' },
      { reason: 'blocked_type', detail: 'exe' },
      { reason: 'over_limit', detail: '4 bytes' },
    ]);
    queue.retryAll();
    await idle();
    expect([...server.stored.keys()]).toEqual(['fits.txt']);
    expect(queue.snapshot()).toMatchObject({ done: 1, failed: 3 });
  });

  test('a source that could not be read is shown as failed', async () => {
    const { add, idle, failures } = createQueueBench();
    add([{ kind: 'unreadable', path: 'Trip/secret' }]);
    await idle();
    expect(failures).toEqual([{ reason: 'unreadable', detail: '' }]);
  });

  test('a file that vanished meanwhile is not tried three times', async () => {
    const { server, add, idle, failures, pauses } = createQueueBench();
    const gone = new File(['abc'], 'gone.txt');
    gone.slice = () =>
      Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) });
    server.faults.push({ kind: 'refuse', status: 0 });
    add([{ kind: 'file', path: 'gone.txt', file: gone }]);
    await idle();
    expect(failures).toEqual([{ reason: 'unreadable', detail: '' }]);
    expect(pauses).toEqual([]);
    expect(server.log, 'what has arrived of it takes no more room').toEqual(['whole gone.txt 0-3', 'forget']);
  });
});

test('a finished upload is forgotten when the next one begins, a failed one stays', async () => {
  const { queue, server, add, idle } = createQueueBench();
  server.faults.push({ kind: 'refuse', status: 500 });
  add([file('bad.txt', 'a'), file('good.txt', 'b')]);
  await idle();
  add([file('new.txt', 'c')]);
  await idle();
  expect(queue.snapshot().entries.map((entry) => entry.name)).toEqual(['bad.txt', 'new.txt']);
  queue.clear();
  expect(queue.snapshot().total).toBe(0);
});

test('ten thousand files are added and sent without a stack overflow or a stall', async () => {
  const { queue, server, until } = createQueueBench();
  server.hold();
  const group = queue.open(null);
  group.add(Array.from({ length: 10_000 }, (_, index) => file(`f${index}`, 'x')));
  group.close();
  expect(queue.snapshot().total).toBe(10_000);
  await until(() => queue.snapshot().entries[0]?.state === 'processing');
  queue.cancelAll();
  expect(queue.snapshot().total).toBe(0);
});

test('an upload into a new folder reports that folders may not be created, and uploads into none continue', async () => {
  const { server, add, idle, failures, queue } = createQueueBench();
  const refusal = { kind: 'refuse', status: 403, code: 'folder.disabled' } as const;
  server.faults.push(refusal, refusal);
  add([{ kind: 'folder', path: 'Empty' }, file('Trip/a.txt', 'a'), file('b.txt', 'b')]);
  await idle();
  expect(failures.map(({ reason }) => reason)).toEqual(['folders_disabled', 'folders_disabled']);
  expect(queue.snapshot()).toMatchObject({ done: 1, failed: 2 });
  expect([...server.stored.keys()]).toEqual(['b.txt']);
});
