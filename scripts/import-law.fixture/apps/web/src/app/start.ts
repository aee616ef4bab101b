import { games } from '../../../server/src/features/games/index.ts';

export const start = games;
