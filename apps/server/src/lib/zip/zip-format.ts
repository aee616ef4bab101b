/**
 * Records of a ZIP archive whose entries are stored uncompressed (PKWARE APPNOTE 6.3.10). Lengths and checksums
 * are known before the first byte, so there are no data descriptors, and the length of every record can be
 * computed without building it. ZIP64 fields exist only where a value needs them.
 */

/** The largest value of a 32-bit field; it means "see the ZIP64 field". */
const max32 = 0xffff_ffff;
const max16 = 0xffff;

/** Bytes of a name that a record can hold. */
export const zipNameMaxBytes = max16;

/** A file or folder of an archive. */
export interface ZipEntry {
  /** UTF-8; a folder's ends with a slash. */
  readonly name: Buffer;
  readonly folder: boolean;
  /** Bytes; 0 for a folder. */
  readonly size: number;
  /** Unsigned 32 bits; 0 for a folder. */
  readonly crc32: number;
  /** Seconds since 1970, UTC, within 32 signed bits. */
  readonly modifiedAt: number;
  /** Offset of its local header in the archive. */
  readonly offset: number;
}

const versions = { folder: 20, file: 10, zip64: 45 } as const;
/** Made on Unix: the upper half of the attributes is a file mode. */
const madeOnUnix = 3 << 8;
/** Names are UTF-8 (bit 11). */
const utf8Flag = 1 << 11;
const modes = { file: 0o100644, folder: 0o040755 } as const;
const dosFolder = 0x10;

const timestampTag = 0x5455;
const timestampBytes = 9;
const zip64Tag = 0x0001;

const localBytes = 30;
const centralBytes = 46;
const endBytes = 22;
const endOf64Bytes = 56 + 20;

/** A time as archives can hold it: whole seconds within 32 signed bits. @param milliseconds since 1970 */
export const zipSeconds = (milliseconds: number): number =>
  Math.max(-0x8000_0000, Math.min(0x7fff_ffff, Math.floor(milliseconds / 1000)));

const secondsOfDay = 86_400;

/** MS-DOS date of a day since 1970; from 1980 on. */
const dosDate = (day: number): number => {
  const date = new Date(day * secondsOfDay * 1000);
  return ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
};
/** The latest converted day: files of one folder often share it. */
let known = { day: 0, date: 0 };

/** Converts to MS-DOS date and time, to two seconds; in UTC, because an archive records no time zone. */
const dosTime = (seconds: number): number => {
  const day = Math.floor(seconds / secondsOfDay);
  // The first day that can be written is the first of 1980.
  if (day < 3652) return (1 << 21) | (1 << 16);
  if (known.day !== day) known = { day, date: dosDate(day) };
  const time = seconds - day * secondsOfDay;
  const clock =
    (Math.floor(time / 3600) << 11) | (Math.floor((time % 3600) / 60) << 5) | Math.floor((time % 60) / 2);
  return ((known.date << 16) | clock) >>> 0;
};

/** The time in UTC, to the second (Info-ZIP's extended timestamp). */
const writeTimestamp = (target: Buffer, at: number, seconds: number): number => {
  target.writeUInt16LE(timestampTag, at);
  target.writeUInt16LE(timestampBytes - 4, at + 2);
  target.writeUInt8(1, at + 4);
  target.writeInt32LE(seconds, at + 5);
  return at + timestampBytes;
};

const writeZip64 = (target: Buffer, at: number, values: readonly number[]): number => {
  if (values.length === 0) return at;
  target.writeUInt16LE(zip64Tag, at);
  target.writeUInt16LE(values.length * 8, at + 2);
  for (const [index, value] of values.entries()) target.writeBigUInt64LE(BigInt(value), at + 4 + index * 8);
  return at + 4 + values.length * 8;
};

const zip64Bytes = (values: number): number => (values === 0 ? 0 : 4 + values * 8);

type Measured = Pick<ZipEntry, 'size' | 'offset'>;

const fits = (value: number): boolean => value < max32;
const largeSizes = ({ size }: Measured): number[] => (fits(size) ? [] : [size, size]);
const largeValues = (entry: Measured): number[] => [
  ...largeSizes(entry),
  ...(fits(entry.offset) ? [] : [entry.offset]),
];
const capped = (value: number): number => Math.min(value, max32);

/** Bytes of a local header. @param nameBytes length of the name */
export const localHeaderLength = (nameBytes: number, size: number): number =>
  localBytes + nameBytes + timestampBytes + zip64Bytes(fits(size) ? 0 : 2);

/** Bytes of a record of the central directory. @param nameBytes length of the name */
export const centralRecordLength = (nameBytes: number, { size, offset }: Measured): number =>
  centralBytes + nameBytes + timestampBytes + zip64Bytes((fits(size) ? 0 : 2) + (fits(offset) ? 0 : 1));

/** The fields that both records of an entry share. @returns where the lengths of name and extra fields go */
const writeShared = (target: Buffer, at: number, entry: ZipEntry): number => {
  const version = entry.folder ? versions.folder : versions.file;
  target.writeUInt16LE(fits(entry.size) && fits(entry.offset) ? version : versions.zip64, at);
  target.writeUInt16LE(utf8Flag, at + 2);
  // Method 0: stored.
  target.writeUInt16LE(0, at + 4);
  target.writeUInt32LE(dosTime(entry.modifiedAt), at + 6);
  target.writeUInt32LE(entry.crc32, at + 10);
  target.writeUInt32LE(capped(entry.size), at + 14);
  target.writeUInt32LE(capped(entry.size), at + 18);
  return at + 22;
};

/** Builds the record before an entry's bytes. */
export const localHeader = (entry: ZipEntry): Buffer => {
  const large = largeSizes(entry);
  const target = Buffer.alloc(localHeaderLength(entry.name.length, entry.size));
  target.writeUInt32LE(0x0403_4b50, 0);
  const lengths = writeShared(target, 4, entry);
  target.writeUInt16LE(entry.name.length, lengths);
  target.writeUInt16LE(timestampBytes + zip64Bytes(large.length), lengths + 2);
  entry.name.copy(target, localBytes);
  const extra = writeTimestamp(target, localBytes + entry.name.length, entry.modifiedAt);
  writeZip64(target, extra, large);
  return target;
};

/** An entry's record in the central directory. */
export const centralRecord = (entry: ZipEntry): Buffer => {
  const large = largeValues(entry);
  const target = Buffer.alloc(centralRecordLength(entry.name.length, entry));
  target.writeUInt32LE(0x0201_4b50, 0);
  target.writeUInt16LE(madeOnUnix | versions.zip64, 4);
  const lengths = writeShared(target, 6, entry);
  target.writeUInt16LE(entry.name.length, lengths);
  target.writeUInt16LE(timestampBytes + zip64Bytes(large.length), lengths + 2);
  const mode = entry.folder ? modes.folder : modes.file;
  target.writeUInt32LE(((mode << 16) | (entry.folder ? dosFolder : 0)) >>> 0, 38);
  target.writeUInt32LE(capped(entry.offset), 42);
  entry.name.copy(target, centralBytes);
  const extra = writeTimestamp(target, centralBytes + entry.name.length, entry.modifiedAt);
  writeZip64(target, extra, large);
  return target;
};

/** The central directory, as the end records describe it. */
export interface ZipDirectory {
  readonly entries: number;
  /** Offset in the archive. */
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
}

const endsIn64 = ({ entries, offset, length }: ZipDirectory): boolean =>
  entries >= max16 || !fits(offset) || !fits(length);

/** Bytes of the archive's end. */
export const endLength = (directory: ZipDirectory): number =>
  endBytes + (endsIn64(directory) ? endOf64Bytes : 0);

const endOf64 = ({ entries, offset, length }: ZipDirectory): Buffer => {
  const target = Buffer.alloc(endOf64Bytes);
  target.writeUInt32LE(0x0606_4b50, 0);
  // Bytes that follow this field.
  target.writeBigUInt64LE(44n, 4);
  target.writeUInt16LE(madeOnUnix | versions.zip64, 12);
  target.writeUInt16LE(versions.zip64, 14);
  target.writeBigUInt64LE(BigInt(entries), 24);
  target.writeBigUInt64LE(BigInt(entries), 32);
  target.writeBigUInt64LE(BigInt(length), 40);
  target.writeBigUInt64LE(BigInt(offset), 48);
  // The locator: where the record above begins.
  target.writeUInt32LE(0x0706_4b50, 56);
  target.writeBigUInt64LE(BigInt(offset + length), 64);
  target.writeUInt32LE(1, 72);
  return target;
};

/** Builds the records after the central directory. */
export const endRecords = (directory: ZipDirectory): Buffer => {
  const { entries, offset, length } = directory;
  const target = Buffer.alloc(endBytes);
  target.writeUInt32LE(0x0605_4b50, 0);
  target.writeUInt16LE(Math.min(entries, max16), 8);
  target.writeUInt16LE(Math.min(entries, max16), 10);
  target.writeUInt32LE(capped(length), 12);
  target.writeUInt32LE(capped(offset), 16);
  return endsIn64(directory) ? Buffer.concat([endOf64(directory), target]) : target;
};
