/** Letters of a name before its extension: what renaming replaces. A folder's name has none, nor has `.profile`. */
export const baseLength = (name: string, isFolder: boolean): number => {
  const dot = name.lastIndexOf('.');
  return isFolder || dot <= 0 ? name.length : dot;
};
