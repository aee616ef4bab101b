// breaks: pure-roles, only-repo-queries
import { sql } from 'kysely';

export const may = sql;
