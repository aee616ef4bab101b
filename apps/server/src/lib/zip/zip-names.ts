import { nameMaxBytes } from '@holdall/contract/limits';

/** Characters that Windows refuses in a name, and those that a reader of archives could misinterpret. */
const refused = /["*/:<>?\\|\u0000-\u001f\u007f-\u009f\u2028\u2029]/gu;
/** Device names of Windows, with any extension. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[0-9¹²³])[ ]*(?=\.|$)/i;
/** Characters that Windows drops from the end of a name. */
const dropped = /[. ]$/;
const plain = /^[\w()+,;=@[\]{}~!#$%&'-]+(\.[\w()+,;=@[\]{}~!#$%&'-]+)*$/;

/**
 * Returns a name that every system can unpack: one step of a relative path, never `.` or `..`, without
 * separators, drive letters or control characters. Valid names stay unchanged.
 */
export const archiveName = (name: string): string => {
  if (plain.test(name) && !device.test(name)) return name;
  const clean = name.toWellFormed().replaceAll(refused, '_').replace(dropped, '_');
  if (clean === '') return '_';
  if (!device.test(clean)) return clean;
  return `_${Buffer.byteLength(clean) < nameMaxBytes ? clean : clean.slice(1)}`;
};
