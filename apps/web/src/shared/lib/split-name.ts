import { charactersOf } from './characters.ts';

/** Longest ending that is kept whole; a longer "extension" is no extension. */
const maxExtension = 12;
/** Characters before the extension that stay visible. */
const keptBefore = 4;

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Marks that turn the direction of what follows: `gpj.exe` could be made to read `exe.jpg`. */
const directionOverrides = /[\u202a-\u202e\u2066-\u2069]/gu;

/** A name as it may be shown: marks that would disguise it are made visible. */
export const honestName = (name: string): string => name.replace(directionOverrides, '\ufffd');

/**
 * Splits a file's name for truncation in the middle: the head may be cut, the tail (the extension and a little
 * before it) always shows. Cuts between characters as people see them, never inside one.
 */
export const splitName = (name: string): readonly [head: string, tail: string] => {
  // Two pieces side by side would change places in a name that runs from right to left.
  if (rightToLeft.test(name)) return [name, ''];
  const dot = name.lastIndexOf('.');
  if (dot <= 0 || name.length - dot > maxExtension || dot === name.length - 1) return [name, ''];
  const cut = charactersOf(name.slice(0, dot)).slice(0, -keptBefore).join('');
  return cut === '' ? [name, ''] : [cut, name.slice(cut.length)];
};

/** A name as it is shown, in the pieces of `splitName`. @param isFolder folders have no extension to keep */
export const shownPieces = (name: string, isFolder: boolean): readonly [head: string, tail: string] => {
  const shown = honestName(name);
  return isFolder ? [shown, ''] : splitName(shown);
};
