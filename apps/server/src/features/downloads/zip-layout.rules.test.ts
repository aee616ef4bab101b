import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createZipLayout, type ZipItem, type ZipLayout } from './zip-layout.rules.ts';

const run = promisify(execFile);
const gibibyte = 1024 ** 3;
const time = Date.UTC(2026, 10, 21, 13, 14, 16);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdall-zip-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = (name: string, size: number, parent = -1): ZipItem => ({
  parent,
  name,
  modifiedAt: time,
  blob: { store_id: 'store', key: createHash('md5').update(name).digest('hex'), size, crc32: 0x89ab_cdef },
});
const directory = (name: string, parent = -1): ZipItem => ({
  parent,
  name,
  modifiedAt: time,
  blob: undefined,
});
const layoutOf = (items: Iterable<ZipItem>): ZipLayout => {
  const builder = createZipLayout();
  for (const item of items) builder.add(item);
  return builder.finish();
};

/** Writes an archive whose files are sparse, so that it takes no space however large it is. */
const writeSparse = async (layout: ZipLayout): Promise<string> => {
  const path = join(folder, 'sparse.zip');
  const target = await open(path, 'w');
  let at = 0;
  let gathered: Buffer[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    await target.write(Buffer.concat(gathered), 0, length, at);
    at += length;
    gathered = [];
    length = 0;
  };
  for (const part of layout.parts(0, layout.size - 1)) {
    if (part.kind === 'bytes') {
      gathered.push(part.bytes);
      length += part.bytes.length;
    } else {
      await flush();
      at += part.length;
    }
  }
  await flush();
  await target.close();
  expect(at).toBe(layout.size);
  return path;
};

interface Listed {
  readonly name: string;
  readonly size: number;
  readonly offset: number;
  readonly crc: number;
  readonly version: number;
}
// Opening an entry reads its local header and compares it with the directory.
const reader = `
import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
infos = archive.infolist()
for info in [*infos[:3], *infos[-3:]]: archive.open(info).close()
print(json.dumps([{'name': i.filename, 'size': i.file_size, 'offset': i.header_offset, 'crc': i.CRC,
  'version': i.extract_version} for i in infos]))`;
const list = async (path: string): Promise<Listed[]> => {
  await run('unzip', ['-Zm', path], { maxBuffer: 64 * 1024 * 1024 });
  await run('7z', ['l', path], { maxBuffer: 64 * 1024 * 1024 });
  const { stdout } = await run('python3', ['-c', reader, path], { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout) as Listed[];
};

describe('ZIP64 fields', { timeout: 60_000 }, () => {
  it.each([
    ['a file one byte below the limit', 4 * gibibyte - 2, 10],
    ['a file at the limit', 4 * gibibyte - 1, 45],
    ['a file beyond it', 5 * gibibyte, 45],
  ])('hold the size of %s when needed', async (_name, size, version) => {
    // It comes last, because unzip 6.0 fails after a file of exactly 4 GiB − 1.
    const layout = layoutOf([file('before', 3), file('large', size)]);
    const [before, large] = await list(await writeSparse(layout));
    expect(before).toMatchObject({ name: 'before', size: 3 });
    expect(large).toMatchObject({ name: 'large', size, crc: 0x89ab_cdef, version });
  });

  it('hold an offset beyond 4 GiB, also when no file is large', async () => {
    const items = Array.from({ length: 6 }, (_, index) => file(`file ${index}`, gibibyte));
    const listed = await list(await writeSparse(layoutOf(items)));
    expect(listed.map(({ size }) => size)).toEqual(items.map(() => gibibyte));
    expect(listed.map(({ version }) => version)).toEqual([10, 10, 10, 10, 45, 45]);
    expect(listed[5]?.offset).toBeGreaterThan(5 * gibibyte);
  });

  it.each([
    [65_534, false],
    [65_535, true],
    [65_536, true],
  ])('hold the number of %i entries: %s', async (count, needed) => {
    const layout = layoutOf(Array.from({ length: count }, (_, index) => file(`${index}`, 0)));
    const path = await writeSparse(layout);
    expect(await list(path)).toHaveLength(count);
    const [last] = [...layout.parts(layout.size - 98, layout.size - 1)].map((part) =>
      part.kind === 'bytes' ? part.bytes : Buffer.alloc(0),
    );
    expect(last?.readUInt32LE(0) === 0x0606_4b50).toBe(needed);
  });
});

describe('a layout', () => {
  it('refuses a path that a record cannot hold, and accepts the longest one that it can', () => {
    const builder = createZipLayout();
    let parent = -1;
    for (let level = 0; level < 255; level += 1)
      parent = builder.add(directory('d'.repeat(255), parent)) ?? -1;
    expect(builder.add(file('x'.repeat(256), 1, parent))).toBeUndefined();
    expect(builder.add(file('x'.repeat(255), 1, parent))).toBe(255);
  });

  it('has another digest for another name, time, checksum, blob, folder or order, and the same otherwise', () => {
    const base = [directory('d'), file('a', 5, 0), file('b', 5, 0)] as const;
    const [d, a, b] = base;
    const [blobOfA] = [{ store_id: 'store', key: '0'.repeat(32), size: 5, crc32: 1 }];
    const variants: (readonly ZipItem[])[] = [
      base,
      [d, { ...a, name: 'c' }, b],
      [d, { ...a, modifiedAt: time + 1000 }, b],
      [d, { ...a, blob: blobOfA }, b],
      [d, { ...a, blob: { ...blobOfA, crc32: 2 } }, b],
      [d, { ...a, blob: { ...blobOfA, key: '1'.repeat(32) } }, b],
      [d, { ...a, parent: -1 }, b],
      [d, b, a],
      [d, a],
    ];
    const digests = variants.map((items) => layoutOf(items).digest);
    expect(new Set(digests).size).toBe(variants.length);
    expect(layoutOf(base).digest).toBe(digests[0]);
  });

  it('takes at most 100 bytes of memory an entry', () => {
    const builder = createZipLayout();
    const parent = builder.add(directory('folder')) ?? -1;
    for (let index = 0; index < 200_000; index += 1)
      builder.add(file(`file number ${index}.txt`, 100, parent));
    expect(builder.finish().memory / 200_000).toBeLessThan(100);
  });
});
