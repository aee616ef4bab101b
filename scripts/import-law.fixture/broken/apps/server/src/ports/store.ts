// breaks: server-layers
export type { Db } from '#db/database.ts';
