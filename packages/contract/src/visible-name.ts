/**
 * Characters without ink of their own: spaces, marks that belong to another character, everything that is left out
 * where it cannot be drawn (zero-width characters, Hangul fillers, variation selectors), the empty Braille cell.
 */
const invisible = /[\p{Z}\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Tells whether a name can be seen, or is none at all: for schemas' `refine`, with the sentence below. */
export const isVisibleName = (name: string): boolean => name === '' || name.replaceAll(invisible, '') !== '';
export const unseen = 'A name needs at least one visible character.';
