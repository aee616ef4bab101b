import { randomBytes } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findTools } from '#adapters/thumbnails/thumbnail-programs.ts';
import type { Machine } from '#ports/machine.ts';

/** The first that has all of what the server uses of it. */
const wanted = '26.0.0';

const isAtLeast = (version: string, least: string): boolean => {
  const [have, need] = [version, least].map((text) => text.split('.').map(Number));
  const at = (have ?? []).findIndex((part, index) => part !== need?.[index]);
  return at === -1 || (have?.[at] ?? 0) > (need?.[at] ?? 0);
};

export interface MachineOptions {
  readonly dataDir: string;
  /** Folders that programs are looked for in, as PATH has them. */
  readonly searchPath: string;
  readonly nodeVersion?: string;
}

export const createMachine = ({
  dataDir,
  searchPath,
  nodeVersion = process.versions.node,
}: MachineOptions): Machine => ({
  node: { version: nodeVersion, wanted, isEnough: isAtLeast(nodeVersion, wanted) },
  dataDirectory: dataDir,
  tryWriting: async () => {
    const path = join(dataDir, `.check-${randomBytes(6).toString('hex')}`);
    try {
      await writeFile(path, randomBytes(1000), { flag: 'wx', flush: true });
    } finally {
      await rm(path, { force: true });
    }
  },
  freeSpace: async () => {
    const { bavail, bsize } = await statfs(dataDir);
    return bavail * bsize;
  },
  ffmpeg: () => findTools(searchPath).ffmpeg,
});
