import { memoryStore } from '#adapters/store-memory.ts';
import { createApp } from '#app.ts';
import { database } from '#db/database.ts';
import { createFilesService } from '#features/files/index.ts';

export const compose = () => createApp(createFilesService(database, memoryStore));
