import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

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

/** What three programs that share no code make of an archive. */
export const unpack = async (archive: Buffer, folder: string): Promise<Unpacked[]> => {
  const path = join(folder, 'a.zip');
  await writeFile(path, archive);
  await run('unzip', ['-tqq', path]);
  await run('7z', ['t', path]);
  const { stdout } = await run('python3', ['-c', reader, path], { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout) as Unpacked[];
};
/** Names of entries, sorted. */
export const entryNames = (entries: readonly Unpacked[]): string[] => entries.map(({ name }) => name).sort();
