// breaks: server-layers
import type { Db } from '#db/database.ts';

export const answer = (db: Db) => db;
