import type { ZipNote } from './zip-layout.rules.ts';

/** The most bytes of the list. Files beyond it are only counted, so that memory stays bounded. */
const listMaxBytes = 256 * 1024;
const noteName = 'Files left out.txt';

interface OmittedFiles {
  readonly count: number;
  /** @param path of the omitted file in the archive @param modifiedAt milliseconds since 1970 */
  add(path: string, modifiedAt: number): void;
  /** @param nameOf finds a name for the list that is free at the top of the archive */
  note(nameOf: (name: string) => string): ZipNote | undefined;
}

/**
 * Collects damaged files that an archive omits, and lists them in a text file. Equal files make equal texts,
 * which keeps the archive's length and ETag computable; hence the list is in English and has no date of its
 * own.
 */
export const createOmittedFiles = (): OmittedFiles => {
  const paths: string[] = [];
  let bytes = 0;
  let count = 0;
  let latest = 0;
  return {
    get count() {
      return count;
    },
    add: (path, modifiedAt) => {
      count += 1;
      latest = Math.max(latest, modifiedAt);
      bytes += Buffer.byteLength(path) + 2;
      if (bytes <= listMaxBytes) paths.push(path);
    },
    note: (nameOf) => {
      if (count === 0) return undefined;
      const more = count - paths.length;
      const lines = [
        'These files are not in this archive, because their stored copies are damaged or missing.',
        'An administrator can restore them from a backup.',
        '',
        ...paths,
        ...(more === 0 ? [] : [`and ${more} more`]),
        '',
      ];
      return { name: nameOf(noteName), modifiedAt: latest, bytes: Buffer.from(lines.join('\r\n')) };
    },
  };
};
