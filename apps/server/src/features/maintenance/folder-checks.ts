import { chmod, chown, lstat, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { formatBytes } from '#lib/format-bytes.ts';
import type { Check } from './doctor.types.ts';

/** Free bytes below which a warning is due, long before uploads stop. */
const lowSpace = 1_000_000_000;
const noSpace = 100_000_000;

/** Permission bits of other users. */
const others = 0o077;

/** Checks that the data directory is accessible only to its user. */
export const checkPermissions =
  (dataDir: string): Check =>
  async ({ advance, fault, repairedOne, repair }) => {
    // Windows has no such modes.
    if (process.platform === 'win32') return;
    const own = await lstat(dataDir);
    const names = (await readdir(dataDir)).map((name) => join(dataDir, name));
    for (const path of [dataDir, ...names]) {
      const stats = await lstat(path);
      if (stats.isSymbolicLink()) continue;
      advance();
      if ((stats.mode & others) !== 0) {
        fault(`${path} may be read or written by others (mode ${(stats.mode & 0o777).toString(8)}).`);
        if (repair) {
          await chmod(path, stats.mode & 0o777 & ~others);
          repairedOne();
        }
      }
      if (stats.uid !== own.uid) {
        fault(
          `${path} belongs to the user ${stats.uid}, the folder to ${own.uid}: the server may not reach it.`,
        );
        // Only root can change owners.
        if (repair && process.getuid?.() === 0) {
          await chown(path, own.uid, own.gid);
          repairedOne();
        }
      }
    }
  };

/** Checks the free space on the data directory's disk. */
export const checkSpace =
  (dataDir: string): Check =>
  async ({ advance, fault, soften }) => {
    advance();
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    if (free >= lowSpace) return;
    if (free >= noSpace) soften();
    fault(`Only ${formatBytes(free)} are free on the disk of ${dataDir}.`);
  };
