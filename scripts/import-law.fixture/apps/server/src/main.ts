import { memoryStore } from '#adapters/store-memory.ts';

export const main = memoryStore;
