import { Kysely } from 'kysely';
import { createDialect } from '#db/dialects/sqlite.ts';

export type Db = Kysely<{ items: { id: string } }>;
export const database: Db = new Kysely({ dialect: createDialect() });
