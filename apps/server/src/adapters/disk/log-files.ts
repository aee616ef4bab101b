import {
  closeSync,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { isLogName, nextLogName } from '#adapters/disk/log-names.ts';

/** Writes log lines to rotated files. */
export interface LogFiles {
  /** Never throws: an entry that cannot be written is lost. */
  write(line: string): void;
  close(): void;
}

export interface LogBounds {
  /** Bytes after which the next file begins. */
  readonly fileSize: number;
  /** Files that stay. */
  readonly files: number;
}

const bounds: LogBounds = { fileSize: 8 * 1024 * 1024, files: 6 };

/** Adds lines to the latest file of a folder, which only this user reads; the oldest file makes room for a new one. */
export const openLogFiles = (folder: string, { fileSize, files }: LogBounds = bounds): LogFiles => {
  let open: { readonly descriptor: number; size: number } | undefined;

  const names = (): string[] => readdirSync(folder).filter(isLogName).toSorted();
  const close = (): void => {
    if (open !== undefined) closeSync(open.descriptor);
    open = undefined;
  };
  const use = (name: string) => {
    const descriptor = openSync(join(folder, name), 'a', 0o600);
    fchmodSync(descriptor, 0o600);
    open = { descriptor, size: fstatSync(descriptor).size };
    return open;
  };
  const begin = () => {
    close();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const there = names();
    const begun = use(nextLogName(there.at(-1), Date.now()));
    for (const name of there.slice(0, Math.max(0, there.length + 1 - files))) rmSync(join(folder, name));
    return begun;
  };
  /** The file of the last run, while it has room. */
  const resume = () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const latest = names().at(-1);
    return latest === undefined ? begin() : use(latest);
  };

  return {
    write: (line) => {
      const bytes = Buffer.from(line);
      try {
        const there = open ?? resume();
        const { descriptor } = there.size > 0 && there.size + bytes.length > fileSize ? begin() : there;
        const written = writeSync(descriptor, bytes);
        if (open !== undefined) open.size += written;
      } catch {
        // The disk is full, or the folder is gone: there is nowhere left to report it.
        close();
      }
    },
    close,
  };
};
