import { smallContentLimit } from '#features/storage/index.ts';

/** Returns a content that begins with a text, and is too large for the database, so that a store has it. */
export const largeContent = (text: string): string => text.padEnd(smallContentLimit + 1);
