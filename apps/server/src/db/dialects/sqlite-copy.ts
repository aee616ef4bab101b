import { chmodSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';

/** Pages that are copied before anybody else may write: all, so that no writer makes the copy begin anew. */
const allPages = 2_147_483_647;

/**
 * Copies a database that others may be reading and writing, as it is at one moment, into one file of its own.
 * The copying is done beside this process's own work, and holds nobody up.
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
