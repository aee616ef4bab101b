import { isApple } from './shortcut.ts';

/** The press that deletes: a Mac's keyboard mostly has no Delete key, and its files go by Command and Backspace. */
export const deleteKey = isApple ? 'Mod+Backspace' : 'Delete';
