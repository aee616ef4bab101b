import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { limit } from '#features/settings/index.ts';
import type { Db } from '#db/database.ts';
import type { Store } from '#ports/store.ts';
import { notFound } from './files.errors.ts';
import { may } from './files.policy.ts';
import { find } from './files.repo.ts';
import { type FileLock, lock } from './file-lock.ts';
import { purge } from './purge.task.ts';
import type { Row } from './files.types.ts';

export type FilesService = ReturnType<typeof createFilesService>;
export type Tx = Transaction<Row>;
export const createFilesService = (db: Db, store: Store) => ({
  find: (id: string): Row => {
    if (!may(limit)) throw notFound;
    db.transaction();
    lock satisfies FileLock;
    purge();
    createHash('sha256');
    return find(store.read(id) ?? id);
  },
});
