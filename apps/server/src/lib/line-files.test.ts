import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLineFile, writeLineFile } from './line-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdall-lines-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function* piecesOf(...pieces: string[][]): AsyncGenerator<string[]> {
  yield* pieces;
}
const readAll = async (path: string, atOnce?: number): Promise<string[][]> => {
  const pieces: string[][] = [];
  for await (const piece of readLineFile(path, atOnce)) pieces.push(piece);
  return pieces;
};

test('lines are read back unchanged, including Unicode’s other line separators', async () => {
  const path = join(folder, 'lines');
  const lines = ['"a"', '"ž\u2028\u2029\r\u0085"', '', '"😀"'];
  await writeLineFile(path, piecesOf(lines.slice(0, 2), [], lines.slice(2)));
  expect((await readAll(path)).flat()).toEqual(lines);
  expect(await readAll(path, 3)).toEqual([lines.slice(0, 3), lines.slice(3)]);
});

test('more than one piece of the stream is read back completely', async () => {
  const path = join(folder, 'lines');
  const lines = Array.from({ length: 30_000 }, (_, index) => `${index} ${'ů'.repeat(index % 50)}`);
  await writeLineFile(path, piecesOf(lines));
  const read = (await readAll(path)).flat();
  expect(read.length).toBe(lines.length);
  expect(read.join('\n')).toBe(lines.join('\n'));
});

test('a file that is truncated or altered is an error and no shorter list', async () => {
  const path = join(folder, 'lines');
  await writeLineFile(path, piecesOf(Array.from({ length: 5_000 }, (_, index) => `line ${index}`)));
  const whole = await readFile(path);
  await truncate(path, whole.length - 20);
  await expect(readAll(path)).rejects.toThrow();
  const altered = Buffer.from(whole);
  altered[altered.length - 6] = (altered.at(-6) ?? 0) ^ 255;
  await writeFile(path, altered);
  await expect(readAll(path)).rejects.toThrow();
  await expect(readAll(join(folder, 'none'))).rejects.toThrow('ENOENT');
});

test('no file is overwritten', async () => {
  const path = join(folder, 'lines');
  await writeFile(path, 'kept');
  await expect(writeLineFile(path, piecesOf(['x']))).rejects.toThrow('EEXIST');
  expect(await readFile(path, 'utf8')).toBe('kept');
});
