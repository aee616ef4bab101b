import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { answer } from '#http/answer.ts';
import type { Db } from '#db/database.ts';

export const mayRead = (db: Db) => [db, createHash, readFileSync, sql, answer];
