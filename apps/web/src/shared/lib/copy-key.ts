import { isApple } from './shortcut.ts';

/** The key that makes a drag copy, as in the file manager of the system. */
export const copyKey = isApple ? 'Alt' : 'Mod';

/** Reports whether a drag copies; Alt does so everywhere. */
export const isCopying = ({
  altKey,
  ctrlKey,
}: {
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
}): boolean => altKey || (!isApple && ctrlKey);
