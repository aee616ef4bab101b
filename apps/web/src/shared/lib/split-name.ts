/** Longest ending that is kept whole; a longer "extension" is no extension. */
const maxExtension = 12;
/** Characters before the extension that stay visible. */
const keptBefore = 3;

/**
 * Splits a file's name for truncation in the middle: the head may be cut, the tail (the extension and a little
 * before it) always shows. Cuts between characters as people see them, never inside one.
 */
export const splitName = (name: string): readonly [head: string, tail: string] => {
  const dot = name.lastIndexOf('.');
  if (dot <= 0 || name.length - dot > maxExtension || dot === name.length - 1) return [name, ''];
  const before = [...new Intl.Segmenter().segment(name.slice(0, dot))].map(({ segment }) => segment);
  const cut = before.slice(0, -keptBefore).join('');
  return cut === '' ? [name, ''] : [cut, name.slice(cut.length)];
};
