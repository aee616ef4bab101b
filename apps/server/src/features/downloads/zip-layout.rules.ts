import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { createColumnarList, createTextList, firstAbove } from '#lib/columnar-list.ts';
import {
  centralRecord,
  centralRecordLength,
  endLength,
  endRecords,
  localHeader,
  localHeaderLength,
  zipNameMaxBytes,
  type ZipEntry,
  zipSeconds,
} from '#lib/zip/zip-format.ts';

/** A file or folder of an archive. */
export interface ZipItem {
  /** Index of its folder; -1 at the top of the archive. */
  readonly parent: number;
  /** Its name in the archive. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
  /** Undefined: a folder. */
  readonly blob:
    | {
        readonly store_id: string | null;
        readonly key: string;
        readonly size: number;
        readonly crc32: number;
      }
    | undefined;
}

/** A file that the archive adds itself, whose bytes are kept with the layout. */
export interface ZipNote {
  /** Its name at the top of the archive. */
  readonly name: string;
  readonly modifiedAt: number;
  readonly bytes: Buffer;
}

/** A part of an archive: literal bytes, or a range of a blob. */
export type ZipPart =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | {
      readonly kind: 'blob';
      /** Null: the database. */
      readonly store: string | null;
      readonly key: string;
      readonly start: number;
      readonly length: number;
    };

/** The positions of all bytes of an archive, without the bytes of its files. */
export interface ZipLayout {
  readonly entries: number;
  /** Bytes of the archive. */
  readonly size: number;
  /** Hash that differs whenever a byte of the archive does: 64 hexadecimal digits. */
  readonly digest: string;
  /** Bytes of memory that the layout takes. */
  readonly memory: number;
  /** Yields the parts from `start` up to `end`, both included, without visiting the parts before. */
  parts(start: number, end: number): Generator<ZipPart>;
}

export interface ZipLayoutBuilder {
  readonly entries: number;
  /** Bytes of the added entries, without the directory. */
  readonly length: number;
  /** Bytes of memory that the entries take. */
  readonly memory: number;
  /**
   * Yields the parts of the added entries from `start` up to `end`, both included. They equal those of the
   * finished archive.
   */
  parts(start: number, end: number): Generator<ZipPart>;
  /** @returns the index of the new entry; undefined when its path is too long for an archive */
  add(item: ZipItem): number | undefined;
  /** Returns the path of an added folder with its slash; empty for -1, the top of the archive. */
  pathOf(folder: number): string;
  /** Finishes the layout; nothing may be added afterwards. @param note becomes the last entry */
  finish(note?: ZipNote): ZipLayout;
}

/** First input of the digest; change it with any change of the bytes that equal files result in. */
const format = 'zip 1\n';
const keyBytes = 16;
const slash = Buffer.from('/');
/** Values in place of a key's offset: neither a folder nor the archive's own note has a key. */
const noKey = { folder: -1, note: -2 } as const;

/** Builds the layout of an archive in 65 bytes an entry, and its name. */
export const createZipLayout = (): ZipLayoutBuilder => {
  const parents = createColumnarList((length) => new Int32Array(length));
  const nameStarts = createColumnarList((length) => new Uint32Array(length));
  const sizes = createColumnarList((length) => new Float64Array(length));
  const checksums = createColumnarList((length) => new Uint32Array(length));
  const times = createColumnarList((length) => new Int32Array(length));
  /** Offsets of the keys in `keys`, or values of `noKey`. */
  const keyStarts = createColumnarList((length) => new Int32Array(length));
  /** Indexes into `stores`, of which there are a few. */
  const storeIndexes = createColumnarList((length) => new Uint8Array(length));
  const stores: (string | null)[] = [];
  const pathLengths = createColumnarList((length) => new Int32Array(length));
  const offsets = createColumnarList((length) => new Float64Array(length));
  /** Offsets from the beginning of the central directory. */
  const records = createColumnarList((length) => new Float64Array(length));
  const names = createTextList('utf8');
  const keys = createTextList('hex');
  const places = [parents, nameStarts, pathLengths, offsets, records];
  const facts = [sizes, checksums, times, keyStarts, storeIndexes];
  const columns = [...places, ...facts, names, keys];
  const hash = createHash('sha256').update(format);
  let localEnd = 0;
  let directoryLength = 0;
  let noteBytes: Buffer = Buffer.alloc(0);

  const isFolder = (index: number): boolean => keyStarts.at(index) === noKey.folder;
  const above = (parent: number): number => (parent < 0 ? 0 : pathLengths.at(parent));
  const nameLengthOf = (index: number): number =>
    pathLengths.at(index) - above(parents.at(index)) - (isFolder(index) ? slash.length : 0);
  /** Writes the whole path, a folder's with its slash, from its end to its beginning. */
  const pathOf = (index: number): Buffer => {
    const path = Buffer.alloc(pathLengths.at(index));
    let end = path.length;
    for (let at = index; at >= 0; at = parents.at(at)) {
      if (isFolder(at)) end -= slash.copy(path, end - 1);
      const length = nameLengthOf(at);
      end -= length;
      names.view(nameStarts.at(at), length).copy(path, end);
    }
    return path;
  };
  const entryAt = (index: number): ZipEntry => ({
    name: pathOf(index),
    folder: isFolder(index),
    size: sizes.at(index),
    crc32: checksums.at(index),
    modifiedAt: times.at(index),
    offset: offsets.at(index),
  });
  const keyAt = (index: number): string => keys.view(keyStarts.at(index), keyBytes).toString('hex');

  function* localParts(from: number, end: number): Generator<ZipPart> {
    for (let index = Math.max(0, firstAbove(offsets, from) - 1); index < offsets.length; index += 1) {
      const offset = offsets.at(index);
      if (offset > end) return;
      const dataStart = offset + localHeaderLength(pathLengths.at(index), sizes.at(index));
      if (from < dataStart) {
        const head = localHeader(entryAt(index));
        yield { kind: 'bytes', bytes: head.subarray(Math.max(0, from - offset), end + 1 - offset) };
      }
      const first = Math.max(from, dataStart);
      const last = Math.min(end, dataStart + sizes.at(index) - 1);
      if (last < first) continue;
      const start = first - dataStart;
      yield keyStarts.at(index) === noKey.note
        ? { kind: 'bytes', bytes: noteBytes.subarray(start, last + 1 - dataStart) }
        : {
            kind: 'blob',
            store: stores[storeIndexes.at(index)] ?? null,
            key: keyAt(index),
            start,
            length: last + 1 - first,
          };
    }
  }
  /** @param from offset in the directory @param end offset in the directory, included */
  function* directoryParts(from: number, end: number): Generator<ZipPart> {
    for (let index = Math.max(0, firstAbove(records, from) - 1); index < records.length; index += 1) {
      const at = records.at(index);
      if (at > end) return;
      const record = centralRecord(entryAt(index));
      const bytes = record.subarray(Math.max(0, from - at), end + 1 - at);
      if (bytes.length > 0) yield { kind: 'bytes', bytes };
    }
  }

  const storeIndexOf = (id: string | null): number => {
    const known = stores.indexOf(id);
    return known < 0 ? stores.push(id) - 1 : known;
  };

  /** @returns the index of the new entry; undefined when its path is too long for an archive */
  const addEntry = (
    { parent, name, modifiedAt }: Pick<ZipItem, 'parent' | 'name' | 'modifiedAt'>,
    content: {
      readonly size: number;
      readonly crc32: number;
      readonly from: { readonly store_id: string | null; readonly key: string } | keyof typeof noKey;
    },
  ): number | undefined => {
    const { size, crc32: checksum, from } = content;
    const key = typeof from === 'string' ? '' : from.key;
    const pathLength = above(parent) + Buffer.byteLength(name) + (from === 'folder' ? slash.length : 0);
    if (pathLength > zipNameMaxBytes) return undefined;
    const index = offsets.length;
    parents.push(parent);
    nameStarts.push(names.push(name));
    sizes.push(size);
    checksums.push(checksum);
    times.push(zipSeconds(modifiedAt));
    keyStarts.push(typeof from === 'string' ? noKey[from] : keys.push(key));
    storeIndexes.push(typeof from === 'string' ? 0 : storeIndexOf(from.store_id));
    pathLengths.push(pathLength);
    offsets.push(localEnd);
    records.push(directoryLength);
    directoryLength += centralRecordLength(pathLength, { size, offset: localEnd });
    localEnd += localHeaderLength(pathLength, size) + size;
    // Blobs of equal checksums may still differ, so their keys count as well.
    hash.update(`${parent}/${name}/${size}/${checksum}/${times.at(index)}/${key}\n`);
    return index;
  };

  const memoryOf = (): number => columns.reduce((sum, { bytes }) => sum + bytes, noteBytes.length);

  return {
    get entries() {
      return offsets.length;
    },
    get length() {
      return localEnd;
    },
    get memory() {
      return memoryOf();
    },
    parts: localParts,
    pathOf: (folder) => (folder < 0 ? '' : pathOf(folder).toString('utf8')),
    add: (item) =>
      addEntry(item, item.blob ? { ...item.blob, from: item.blob } : { size: 0, crc32: 0, from: 'folder' }),
    finish: (note) => {
      if (note !== undefined) {
        noteBytes = note.bytes;
        const content = { size: noteBytes.length, crc32: crc32(noteBytes), from: 'note' } as const;
        addEntry({ ...note, parent: -1 }, content);
      }
      const directory = { entries: offsets.length, offset: localEnd, length: directoryLength };
      const end = endRecords(directory);
      const endStart = localEnd + directoryLength;
      return {
        entries: directory.entries,
        size: endStart + endLength(directory),
        digest: hash.digest('hex'),
        memory: memoryOf(),
        *parts(start, last) {
          if (start < localEnd) yield* localParts(start, Math.min(last, localEnd - 1));
          if (last >= localEnd && start < endStart)
            yield* directoryParts(Math.max(0, start - localEnd), Math.min(last, endStart - 1) - localEnd);
          if (last >= endStart)
            yield { kind: 'bytes', bytes: end.subarray(Math.max(0, start - endStart), last + 1 - endStart) };
        },
      };
    },
  };
};
