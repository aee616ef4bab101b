import { existsSync, mkdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The folder and those above it that are not there, the outermost first. */
const missingFolders = (path: string): string[] => {
  const missing: string[] = [];
  for (let at = path; !existsSync(at); at = dirname(at)) missing.unshift(at);
  return missing;
};

/** Some virtual file systems refuse new folders with ENOENT. */
const inWords = (folder: string, error: unknown): unknown =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
    ? new Error(`no folder can be made in ${dirname(folder)}`, { cause: error })
    : error;

const options = { mode: 0o700 } as const;
/** Creating an existing folder once more fails where it is no folder. */
const expectFolder = { ...options, recursive: true } as const;

/** Another program may have created it meanwhile. */
const isThere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

/**
 * Creates a folder and its missing parents, private to this user. Node's own recursion never ends below /proc.
 *
 * @param path absolute
 * @throws the system's error
 */
export const makeFoldersSync = (path: string): void => {
  for (const folder of missingFolders(path)) {
    try {
      mkdirSync(folder, options);
    } catch (error) {
      if (!isThere(error)) throw inWords(folder, error);
    }
  }
  mkdirSync(path, expectFolder);
};

/** As `makeFoldersSync`. @returns the folders that were made, the outermost first */
export const makeFolders = async (path: string): Promise<string[]> => {
  const made: string[] = [];
  for (const folder of missingFolders(path)) {
    try {
      await mkdir(folder, options);
      made.push(folder);
    } catch (error) {
      if (!isThere(error)) throw inWords(folder, error);
    }
  }
  await mkdir(path, expectFolder);
  return made;
};
