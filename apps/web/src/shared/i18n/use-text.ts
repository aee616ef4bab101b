import { text, type Translate } from './messages.ts';

/**
 * The messages of the page's language, by their typed keys. They are loaded before anything is drawn, and another
 * language comes with another page: there is no change to follow.
 */
export const useText = (): Translate => text;
