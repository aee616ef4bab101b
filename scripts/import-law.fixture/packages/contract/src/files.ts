import type { Db } from '../../../apps/server/src/db/database.ts';

export type Item = Db;
