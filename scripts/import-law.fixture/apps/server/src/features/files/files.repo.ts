import { sql } from 'kysely';
import { mayRead } from '#features/users/users.policy.ts';

export const find = [sql, mayRead];
