import { sql } from 'kysely';
import type { Row } from './files.types.ts';

export const find = (id: string): Row => ({ id, query: sql`select 1` });
