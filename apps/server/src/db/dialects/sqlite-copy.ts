import { chmodSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';

/** Pages to copy in one step: all, so that no concurrent writer restarts the copy. */
const allPages = 2_147_483_647;

/**
 * Copies a database, while it is in use, as it is at one moment, into one file. The copy runs outside of the
 * event loop, and blocks no one.
 *
 * @param target must not exist
 */
export const copySqlite = async (path: string, target: string): Promise<void> => {
  const source = new DatabaseSync(path, { readOnly: true });
  try {
    await backup(source, target, { rate: allPages });
  } finally {
    source.close();
  }
  chmodSync(target, 0o600);
};
