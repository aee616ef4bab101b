import { nameMaxBytes } from '@holdall/contract/name-length';

/** What Windows refuses in a name, and what an archive's reader could take for more than a name. */
const refused = /["*/:<>?\\|\u0000-\u001f\u007f-\u009f\u2028\u2029]/gu;
/** Names of devices, whatever extension follows. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[0-9¹²³])[ ]*(?=\.|$)/i;
/** What Windows drops from a name's end. */
const dropped = /[. ]$/;
const plain = /^[\w()+,;=@[\]{}~!#$%&'-]+(\.[\w()+,;=@[\]{}~!#$%&'-]+)*$/;

/**
 * A name that every system can unpack: one step of a relative path, never `.` or `..`, without separators,
 * drive letters or control characters. Names that are so already stay as they are.
 */
export const archiveName = (name: string): string => {
  if (plain.test(name) && !device.test(name)) return name;
  const clean = name.toWellFormed().replaceAll(refused, '_').replace(dropped, '_');
  if (clean === '') return '_';
  if (!device.test(clean)) return clean;
  return `_${Buffer.byteLength(clean) < nameMaxBytes ? clean : clean.slice(1)}`;
};
