import { useStore } from '#shared/lib/store.ts';
import { translate, type Translate } from './messages.ts';

/**
 * The messages of the page's language, by their typed keys. They are loaded before anything is drawn; a change of them
 * draws the components anew that use them.
 */
export const useText = (): Translate => useStore(translate);
