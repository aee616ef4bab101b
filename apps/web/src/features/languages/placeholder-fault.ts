import { placeholdersOf } from '@holdall/contract/placeholders';

/** The placeholders that a text being written does not hold yet: it would be refused, and is not sent. */
export const missingPlaceholders = (written: string, wanted: readonly string[]): readonly string[] => {
  if (written.trim() === '') return [];
  const held = placeholdersOf(written);
  return wanted.filter((placeholder) => !held.includes(placeholder));
};
