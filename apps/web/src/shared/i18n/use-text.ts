import { useStore } from '#shared/lib/store.ts';
import { translate, type Translate } from './messages.ts';

/**
 * The messages of the page's language, by their typed keys. They are loaded before anything is drawn; where they become
 * other ones, whoever uses them draws anew.
 */
export const useText = (): Translate => useStore(translate);
