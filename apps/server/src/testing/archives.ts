import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Item } from '@holdall/contract/files';
import type { UploadClient } from '#testing/upload-client.ts';

const run = promisify(execFile);

/** An entry of an archive, as Python's zipfile reads it. */
export interface Unpacked {
  readonly name: string;
  readonly size: number;
  readonly date: number[];
  readonly mode: number;
  readonly sha256: string;
}

const reader = `
import hashlib, json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(json.dumps([{'name': i.filename, 'size': i.file_size, 'date': list(i.date_time), 'mode': i.external_attr >> 16,
  'sha256': hashlib.sha256(archive.read(i)).hexdigest()} for i in archive.infolist()]))`;

/** Unpacks an archive with three programs that share no code. */
export const unpack = async (archive: Buffer): Promise<Unpacked[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'holdall-zip-'));
  try {
    const path = join(folder, 'a.zip');
    await writeFile(path, archive);
    await run('unzip', ['-tqq', path]);
    await run('7z', ['t', path]);
    const { stdout } = await run('python3', ['-c', reader, path], { maxBuffer: 64 * 1024 * 1024 });
    return JSON.parse(stdout) as Unpacked[];
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** Names of an archive's entries, sorted. */
export const entryNames = async (archive: Buffer): Promise<string[]> =>
  (await unpack(archive)).map(({ name }) => name).sort();

/** Returns the address of the archive of some items. */
export const zipPath = (...items: Item[]): string =>
  `/api/zip?items=${encodeURIComponent(items.map(({ data }) => `${data.id}|${data.type}`).join(','))}`;

/** Downloads an archive. @throws where it is refused */
export const fetchZip = async (client: UploadClient, path: string): Promise<Buffer> => {
  const answer = await client.get(path);
  if (answer.status !== 200) throw new Error(`the archive answered ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
};
