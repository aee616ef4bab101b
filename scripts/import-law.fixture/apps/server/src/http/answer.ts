import type { Db } from '#db/database.ts';
import { games } from '#features/games/index.ts';
import { start } from '../../../web/src/app/start.ts';

export const answer = (db: Db) => [db, games, start];
