/** Checks archives with common programs. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Download {
  readonly url: string;
  readonly cookie: string;
  readonly path: string;
  /** Bytes of the archive. */
  readonly size: number;
}

const curl = ({ url, cookie }: Download, ...more: string[]): ChildProcess =>
  spawn('curl', ['-sf', '-H', `cookie: ${cookie}`, ...more, url], { stdio: ['ignore', 'pipe', 'inherit'] });

/** Downloads until the connection breaks, two fifths of the way. */
const begin = async (download: Download): Promise<void> => {
  const until = Math.floor((download.size * 2) / 5);
  const child = curl(download);
  const ended = once(child, 'exit');
  const file = await open(download.path, 'w');
  let written = 0;
  try {
    for await (const piece of child.stdout ?? []) {
      const bytes = (piece as Buffer).subarray(0, until - written);
      await file.write(bytes);
      written += bytes.length;
      if (written >= until) break;
    }
  } finally {
    await file.close();
    child.kill('SIGKILL');
  }
  await ended;
  if (written < until) throw new Error(`only ${written} bytes of ${download.url} came`);
};

/** Downloads an archive with curl: it breaks off, and `curl -C -` goes on. @throws where it is not whole afterwards */
export const downloadInTwo = async (download: Download): Promise<void> => {
  await begin(download);
  const [code] = (await once(curl(download, '-C', '-', '-o', download.path), 'exit')) as [number | null];
  const { size } = await stat(download.path);
  if (code !== 0 || size !== download.size)
    throw new Error(`curl -C - ended with ${code} and ${size} bytes of ${download.size}`);
};

const python = `
import sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
assert sys.argv[2] in ('', str(len(archive.namelist()))), len(archive.namelist())
`;

/**
 * Checks an archive with three programs that share no code. Missing ones are named.
 *
 * @returns a sentence of each
 * @throws where one finds a fault
 */
export const verdictsOf = async (path: string, entries: number | null): Promise<string[]> => {
  const verdicts = [];
  for (const [name, program, args] of [
    ['unzip -t', 'unzip', ['-tqq', path]],
    ['7z t', '7z', ['t', '-bso0', '-bsp0', path]],
    ['Python’s zipfile', 'python3', ['-c', python, path, String(entries ?? '')]],
  ] as const) {
    const start = performance.now();
    try {
      await run(program, args);
      verdicts.push(`${name}: in order, after ${((performance.now() - start) / 1000).toFixed(1)} s`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      verdicts.push(`${name}: not installed here`);
    }
  }
  return verdicts;
};
