import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { systemErrorCode } from '#lib/file-sync.ts';
import { replaceFile } from '#lib/replace-file.ts';

const idBytes = 8;
const shape = /^[0-9a-f]{16}$/;

const readId = (path: string): string | undefined => {
  try {
    const text = readFileSync(path, 'utf8').trim();
    return shape.test(text) ? text : undefined;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    // Under another name the server would take its own disk for that of another installation.
    const reason = systemErrorCode(error) ?? 'unknown reason';
    throw new Error(`${path}, which keeps this server's name, cannot be read (${reason})`, { cause: error });
  }
};

/**
 * Returns the name of a data directory's server, the same after each start.
 *
 * @param path the file that keeps it; it is written where it is missing or damaged
 * @throws Error with a sentence where it can be neither read nor written
 */
export const openNodeId = (path: string): string => {
  const known = readId(path);
  if (known !== undefined) return known;
  const made = createNodeId();
  keepNodeId(path, made);
  return made;
};

/** Returns a name that no other server has. */
export const createNodeId = (): string => randomBytes(idBytes).toString('hex');

/** Gives the server of a data directory a name. */
export const keepNodeId = (path: string, id: string): void => {
  try {
    replaceFile(path, `${id}\n`);
  } catch (error) {
    const reason = systemErrorCode(error) ?? 'unknown reason';
    throw new Error(`${path}, which keeps this server's name, cannot be written (${reason})`, {
      cause: error,
    });
  }
};
