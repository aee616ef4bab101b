// breaks: feature-roles, only-repo-queries
import { sql } from 'kysely';
import { find } from './files.repo.ts';

export const routes = [find, sql.name];
