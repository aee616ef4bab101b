import { describe, expect, test } from 'vitest';
import { createQueueBench, file } from './testing/queue-bench.ts';

describe('cancelling', () => {
  test('the whole queue: nothing more is sent, the server forgets, and no entry is listed', async () => {
    const { queue, server, add, idle, until, items } = createQueueBench();
    server.hold();
    add([file('a.txt', 'abc'), file('b.txt', 'b')]);
    await until(() => queue.snapshot().entries[0]?.state === 'processing');
    queue.cancelAll();
    await idle();
    expect(queue.snapshot()).toMatchObject({ total: 0, percent: 0, active: false });
    expect(server.log).toEqual(['whole a.txt 0-3', 'forget']);
    expect(items).toEqual([]);
  });

  test('a cancelled folder still ends, so that its arrived files are listed', async () => {
    const { queue, server, add, until, folderEnds } = createQueueBench();
    add([file('Trip/a.txt', 'a')], 'p');
    server.hold();
    add([file('Trip/b.txt', 'b'), file('Trip/c.txt', 'c')], 'p');
    await until(() => queue.snapshot().done === 1);
    queue.cancelAll();
    expect(folderEnds).toEqual(['p', 'p']);
  });

  test('one row: the others continue', async () => {
    const { queue, server, add, idle, until } = createQueueBench();
    server.hold();
    add([file('a.txt', 'a'), file('b.txt', 'b'), file('c.txt', 'c')]);
    await until(() => queue.snapshot().entries[0]?.state === 'processing');
    const [first, second] = queue.snapshot().entries;
    queue.cancel(second?.id ?? 0);
    queue.cancel(first?.id ?? 0);
    server.release();
    await idle();
    expect([...server.stored.keys()]).toEqual(['c.txt']);
    expect(queue.snapshot()).toMatchObject({ total: 1, done: 1 });
  });

  test('an upload cancelled during its last byte may have arrived: the folder is refreshed once the server has answered', async () => {
    const { queue, server, add, until, foldersChanged } = createQueueBench();
    server.hold();
    add([file('a.txt', 'abc')], 'p');
    await until(() => queue.snapshot().entries[0]?.state === 'processing');
    queue.cancel(queue.snapshot().entries[0]?.id ?? 0);
    expect(foldersChanged).toEqual([]);
    await until(() => foldersChanged.length > 0);
    expect(foldersChanged).toEqual(['p']);
    expect(server.log).toEqual(['whole a.txt 0-3', 'forget']);
  });

  test('an upload cancelled half-way or while waiting changes no folder', async () => {
    const { queue, server, add, idle, until, foldersChanged } = createQueueBench();
    server.hold();
    add([file('big.bin', 'abcdefghijklmnopqrstuvwxy'), file('b.txt', 'b')], 'p');
    await until(() => queue.snapshot().entries[0]?.sent === 10);
    queue.cancelAll();
    server.release();
    add([file('c.txt', 'c')], 'q');
    await idle();
    expect(server.log).toContain('forget');
    expect(foldersChanged).toEqual([]);
  });

  test('a file whose answer was lost may have arrived, too', async () => {
    const { queue, server, add, idle, until, foldersChanged } = createQueueBench();
    server.faults.push(
      { kind: 'lose-answer' },
      ...Array.from({ length: 2 }, () => ({ kind: 'refuse', status: 0 }) as const),
    );
    add([file('a.txt', 'abc')], 'p');
    await idle();
    expect(queue.snapshot().failed).toBe(1);
    queue.clear();
    await until(() => foldersChanged.length > 0);
    expect(foldersChanged).toEqual(['p']);
  });

  test('a group that is still being read accepts no more entries', async () => {
    const { queue, server } = createQueueBench();
    const group = queue.open(null);
    queue.cancelAll();
    group.add([file('late.txt', 'x')]);
    expect(group.isCancelled()).toBe(true);
    expect(queue.snapshot().total).toBe(0);
    expect(server.log).toEqual([]);
  });

  test('files added after cancelling are uploaded', async () => {
    const { queue, server, add, idle, until } = createQueueBench();
    server.hold();
    add([file('a.txt', 'a')]);
    await until(() => queue.snapshot().entries[0]?.state === 'processing');
    queue.cancelAll();
    server.release();
    add([file('b.txt', 'b')]);
    await idle();
    expect([...server.stored.keys()]).toEqual(['b.txt']);
  });
});

describe('the end of a session', () => {
  test('nothing more is sent or reported, and an open group accepts no more entries', async () => {
    const { queue, server, until, idle, items, failures, folderEnds } = createQueueBench();
    server.hold();
    const group = queue.open(null);
    group.add([file('Trip/a.txt', 'abc'), file('Trip/b.txt', 'b')]);
    await until(() => queue.snapshot().entries[0]?.state === 'processing');
    queue.abandon();
    expect(queue.snapshot()).toMatchObject({ total: 0, percent: 0, active: false });
    group.add([file('Trip/late.txt', 'x')]);
    group.close();
    expect(group.isCancelled()).toBe(true);
    server.release();
    await idle();
    expect(server.log).toEqual(['whole Trip/a.txt 0-3']);
    expect([items, failures, folderEnds]).toEqual([[], [], []]);
  });

  test('the next user cannot retry a failed upload of the previous one, and uploads files of their own', async () => {
    const { queue, server, add, idle } = createQueueBench();
    server.faults.push({ kind: 'refuse', status: 401 });
    add([file('a.txt', 'a'), file('b.txt', 'b')]);
    await idle();
    queue.abandon();
    queue.retryAll();
    add([file('c.txt', 'c')]);
    await idle();
    expect([...server.stored.keys()]).toEqual(['c.txt']);
  });
});
