import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { hostname } from 'node:os';

/** Identifies this boot of the machine, also for containers on it; the host name where the boot id is unavailable. */
const machine = (): string => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return hostname();
  }
};

/** Tells a folder from all others that are in use at this moment, its own copies included. */
export const folderIdentity = (path: string): string => {
  const { dev, ino } = statSync(path, { bigint: true });
  return createHash('sha256').update(`${machine()} ${dev} ${ino}`).digest('hex').slice(0, 32);
};
