import { chmod, chown, lstat, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { formatBytes } from '#lib/format-bytes.ts';
import type { Check } from './doctor.types.ts';

/** Less free than this is worth a word; far less stops uploads soon. */
const lowSpace = 1_000_000_000;
const noSpace = 100_000_000;

/** Bits of a mode that let others in. */
const others = 0o077;

/** Whether what lies in the data directory is its user's alone. */
export const checkPermissions =
  (dataDir: string): Check =>
  async ({ look, fault, mended, repair }) => {
    // Windows knows no such modes.
    if (process.platform === 'win32') return;
    const own = await lstat(dataDir);
    const names = (await readdir(dataDir)).map((name) => join(dataDir, name));
    for (const path of [dataDir, ...names]) {
      const stats = await lstat(path);
      if (stats.isSymbolicLink()) continue;
      look();
      if ((stats.mode & others) !== 0) {
        fault(`${path} may be read or written by others (mode ${(stats.mode & 0o777).toString(8)}).`);
        if (repair) {
          await chmod(path, stats.mode & 0o777 & ~others);
          mended();
        }
      }
      if (stats.uid !== own.uid) {
        fault(
          `${path} belongs to the user ${stats.uid}, the folder to ${own.uid}: the server may not reach it.`,
        );
        // Giving files away is for root alone.
        if (repair && process.getuid?.() === 0) {
          await chown(path, own.uid, own.gid);
          mended();
        }
      }
    }
  };

/** Whether there is room on the data directory's disk. */
export const checkSpace =
  (dataDir: string): Check =>
  async ({ look, fault, soften }) => {
    look();
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    if (free >= lowSpace) return;
    if (free >= noSpace) soften();
    fault(`Only ${formatBytes(free)} are free on the disk of ${dataDir}.`);
  };
