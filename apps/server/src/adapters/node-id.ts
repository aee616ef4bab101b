import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const idBytes = 8;
const shape = /^[0-9a-f]{16}$/;

const readId = (path: string): string | undefined => {
  try {
    const text = readFileSync(path, 'utf8').trim();
    return shape.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
};

/**
 * The name under which the server of a data directory is known to others, the same after each start.
 *
 * @param path the file that keeps it; it is written where it is missing or damaged
 */
export const openNodeId = (path: string): string => {
  const known = readId(path);
  if (known !== undefined) return known;
  const made = createNodeId();
  keepNodeId(path, made);
  return made;
};

/** A name that no other server has. */
export const createNodeId = (): string => randomBytes(idBytes).toString('hex');

/** Gives the server of a data directory a name. */
export const keepNodeId = (path: string, id: string): void => {
  writeFileSync(path, `${id}\n`, { mode: 0o600 });
};
