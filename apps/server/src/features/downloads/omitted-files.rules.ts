import type { ZipNote } from './zip-layout.rules.ts';

/** Bytes of the list: what is left out beyond it is counted, so that no archive takes memory without bound. */
const listMaxBytes = 256 * 1024;
const noteName = 'Files left out.txt';

interface OmittedFiles {
  readonly count: number;
  /** @param path in the archive, where the file would be. @param modifiedAt milliseconds since 1970 */
  add(path: string, modifiedAt: number): void;
  /** @param nameOf gives the list a name that nothing at the top of the archive has */
  note(nameOf: (name: string) => string): ZipNote | undefined;
}

/**
 * Gathers damaged files that an archive leaves out, and names them in a text file. The same files make the same text, so
 * that the archive's length and ETag stay computable; hence it is in English and bears no date of its own.
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
