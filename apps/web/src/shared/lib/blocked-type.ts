import { blockedTypeOf, isBlockedType } from '@holdall/contract/patterns';

/** Returns a written entry of the file types that nobody can upload, normalised; undefined where it is invalid. */
export const readBlockedType = (written: string): string | undefined => {
  const entry = blockedTypeOf(written);
  return isBlockedType(entry) ? entry : undefined;
};
