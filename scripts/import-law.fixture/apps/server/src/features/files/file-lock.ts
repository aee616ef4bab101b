import type { Kysely } from 'kysely';
import { help } from './files.helper.ts';

export const lock = (db: Kysely<unknown>) => [help, db.deleteFrom('files')];
