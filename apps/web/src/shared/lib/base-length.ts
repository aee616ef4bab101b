/**
 * Returns the length of a name before its extension, which renaming selects. A folder's name has no extension, nor has
 * `.profile`.
 */
export const baseLength = (name: string, isFolder: boolean): number => {
  const dot = name.lastIndexOf('.');
  return isFolder || dot <= 0 ? name.length : dot;
};
