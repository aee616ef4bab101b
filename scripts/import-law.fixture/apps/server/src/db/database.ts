import type { DatabaseSync } from 'node:sqlite';
import type { Pool } from 'pg';

export type Db = DatabaseSync | Pool;
