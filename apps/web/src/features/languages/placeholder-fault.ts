import { placeholdersOf } from '@holdall/contract/text';

/** Returns the placeholders that a draft lacks. The server would refuse it, so it is not sent. */
export const missingPlaceholders = (written: string, wanted: readonly string[]): readonly string[] => {
  if (written.trim() === '') return [];
  const held = placeholdersOf(written);
  return wanted.filter((placeholder) => !held.includes(placeholder));
};
