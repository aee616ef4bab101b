import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogLevel } from '@holdall/contract/admin-logs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogArchive } from '#adapters/disk/log-archive.ts';
import { openLogFiles } from '#adapters/disk/log-files.ts';
import { nextLogName } from '#adapters/disk/log-names.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdall-logs-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const levels = { debug: 20, info: 30, warn: 40, error: 50 };
const lineOf = (msg: string, more: object = {}, level: LogLevel = 'info') =>
  `${JSON.stringify({ level: levels[level], time: '2026-11-22T10:00:00.000Z', ...more, msg })}\n`;
const everything = { level: 'debug', search: '', before: undefined, limit: 1_000 } as const;

/** All messages, the latest first, page after page. */
const readAll = async (limit: number, query: { level?: LogLevel; search?: string } = {}) => {
  const archive = createLogArchive(folder);
  const messages: string[] = [];
  for (let before: string | undefined; ;) {
    const { lines, next } = await archive.page({ ...everything, ...query, before, limit });
    messages.push(...lines.map(({ message }) => message));
    if (next === undefined) return messages;
    before = next;
  }
};
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index} ž`);

test('lines are read from the latest on, page by page, across files', async () => {
  const files = openLogFiles(folder, { fileSize: 1_000, files: 100 });
  const messages = numbered(200);
  for (const message of messages) files.write(lineOf(message));
  files.close();
  expect((await readdir(folder)).length).toBeGreaterThan(10);
  const newestFirst = messages.toReversed();
  expect(await readAll(1_000)).toEqual(newestFirst);
  expect(await readAll(7)).toEqual(newestFirst);
  expect(await readAll(1)).toEqual(newestFirst);
});

test('lines are found that are longer than one read', async () => {
  const files = openLogFiles(folder);
  const long = 'ž'.repeat(400_000);
  for (const message of ['first', long, 'last']) files.write(lineOf(message));
  files.close();
  expect(await readAll(2)).toEqual(['last', long, 'first']);
});

test('the oldest file is deleted, and the next run continues with the latest one', async () => {
  const bounds = { fileSize: 500, files: 3 };
  const first = openLogFiles(folder, bounds);
  for (const message of numbered(50)) first.write(lineOf(message));
  first.close();
  expect(await readdir(folder)).toHaveLength(3);
  const second = openLogFiles(folder, { ...bounds, fileSize: 5_000 });
  second.write(lineOf('of the next run'));
  second.close();
  const names = (await readdir(folder)).toSorted();
  expect(names).toHaveLength(3);
  expect(await readFile(join(folder, names[2] ?? ''), 'utf8')).toContain('of the next run');
  const [latest, before] = await readAll(10);
  expect([latest, before]).toEqual(['of the next run', 'line 49 ž']);
  for (const name of names) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
});

test('levels and parts of lines are searched for, and unstructured lines are returned', async () => {
  const files = openLogFiles(folder);
  files.write(lineOf('looked', {}, 'debug'));
  files.write(lineOf('request', { path: '/API/Files', status: 200 }));
  files.write(lineOf('a mail was kept', {}, 'warn'));
  files.write(lineOf('work failed', { err: { message: 'EIO' } }, 'error'));
  files.close();
  expect(await readAll(10, { level: 'warn' })).toEqual(['work failed', 'a mail was kept']);
  expect(await readAll(10, { search: 'api/files' })).toEqual(['request']);
  const { lines } = await createLogArchive(folder).page({ ...everything, search: 'eio' });
  expect(lines).toMatchObject([{ level: 'error', details: '{"err":{"message":"EIO"}}' }]);
});

test('lines that are no log entry are skipped: output at the end of a process, other files', async () => {
  const files = openLogFiles(folder);
  files.write(lineOf('whole'));
  files.write('{"level":30,"ti');
  files.close();
  await writeFile(join(folder, 'notes.log'), lineOf('foreign'));
  expect(await readAll(10)).toEqual(['whole']);
});

test('without logs there are no lines', async () => {
  const archive = createLogArchive(join(folder, 'none'));
  expect(await archive.page(everything)).toEqual({ lines: [], next: undefined });
  expect(await archive.extent()).toEqual({ size: 0, since: undefined });
});

test('all lines can be read as one stream, the oldest first', async () => {
  const files = openLogFiles(folder, { fileSize: 300, files: 10 });
  const messages = numbered(20);
  for (const message of messages) files.write(lineOf(message));
  files.close();
  const archive = createLogArchive(folder);
  const { size, bytes } = await archive.open();
  const pieces: Buffer[] = [];
  for await (const piece of bytes) pieces.push(piece);
  await bytes.close();
  const text = Buffer.concat(pieces);
  expect(text).toHaveLength(size);
  expect(text.toString()).toBe(messages.map((message) => lineOf(message)).join(''));
  expect(await archive.extent()).toEqual({ size, since: '2026-11-22T10:00:00.000Z' });
});

test('a folder that cannot be written costs only the lines', async () => {
  await writeFile(join(folder, 'taken'), '');
  const files = openLogFiles(join(folder, 'taken', 'logs'));
  expect(() => files.write(lineOf('lost'))).not.toThrow();
  files.close();
});

test('names sort by time, also when the clock is set back', () => {
  const first = nextLogName(undefined, 1_000);
  expect(nextLogName(first, 500) > first).toBe(true);
});
