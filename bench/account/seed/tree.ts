/** An account as it is after years of use: its folders, sizes and names. */
import { nameColumns } from '../../../apps/server/src/lib/name-columns.ts';
import { fileName, folderName } from './names.ts';
import { createRandom } from './random.ts';

/** A row of `items`, ready to be inserted; parents come before what they hold. */
export interface PlantedRow {
  readonly id: string;
  readonly parent_id: string | null;
  readonly type: 'folder' | 'file';
  readonly name: string;
  readonly sort_key: string;
  readonly search_key: string;
  readonly size: number;
  readonly mimetype: string | null;
  readonly category: string | null;
  /** Pretends that thumbnails exist: no server reads bytes that are not there. */
  readonly preview_state: 'ready' | null;
  readonly preview_width: number | null;
  readonly preview_height: number | null;
  readonly items_count: number;
  readonly files_count: number;
  readonly files_size: number;
  readonly created_at: number;
  readonly modified_at: number;
  readonly deleted_at: number | null;
}

export interface PlantedTree {
  readonly rows: Iterable<PlantedRow>;
  /** Totals of the top of the account. */
  readonly top: { readonly items: number; readonly files: number; readonly size: number };
  /** Bytes of all files by category. */
  readonly usage: ReadonlyMap<string, number>;
  /** A folder that holds a tenth of all items, all of them files. */
  readonly largeFolder: string;
}

/** Name of the folder with a tenth of all items. */
export const largeFolderName = 'Camera roll';

const atTop = -1;
/** Milliseconds between two items. */
const pace = 60_000;
/** The time of the newest item, and of the last deletion: fixed, so that runs are alike. */
const newest = Date.UTC(2026, 9, 31);
const topFolders = 60;
const deepest = 10;

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0').slice(-digits);

/** A UUIDv7 that follows from time and number alone. */
const idOf = (time: number, index: number): string => {
  const stamp = hex(time, 12);
  const spread = hex(Math.imul(index + 1, 0x9e3779b1) >>> 0, 8);
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${spread.slice(0, 3)}-8${spread.slice(3, 6)}-${hex(index, 12)}`;
};

interface Shape {
  /** Index of the folder that an item lies in. */
  readonly parents: Int32Array;
  readonly isFolder: Uint8Array;
  readonly isTrashed: Uint8Array;
}

/**
 * The first items are the folders; a tenth of all items lies in the first of them, and another tenth, the
 * newest, in the second, which is in the trash.
 */
const shapeOf = (count: number, random: ReturnType<typeof createRandom>): Shape => {
  const folders = Math.max(topFolders, Math.floor(count * 0.04));
  const large = Math.floor(count / 10);
  const parents = new Int32Array(count);
  const isFolder = new Uint8Array(count);
  const isTrashed = new Uint8Array(count);
  const depths = new Uint8Array(folders);
  for (let index = 0; index < count; index += 1) {
    if (index < folders) {
      isFolder[index] = 1;
      let parent = index < topFolders ? atTop : 2 + random.below(index - 2);
      while (parent !== atTop && (depths[parent] ?? 0) >= deepest) parent = random.below(topFolders - 2) + 2;
      parents[index] = parent;
      depths[index] = parent === atTop ? 0 : (depths[parent] ?? 0) + 1;
    } else if (index < folders + large) parents[index] = 0;
    else if (index >= count - large) parents[index] = 1;
    else {
      // Few folders are full and many hold little.
      parents[index] =
        random.fraction() < 0.0005 ? atTop : 2 + Math.floor(random.fraction() ** 2 * (folders - 2));
      isTrashed[index] = random.fraction() < 0.002 ? 1 : 0;
    }
  }
  isTrashed[1] = 1;
  return { parents, isFolder, isTrashed };
};

const sizeOf = (random: ReturnType<typeof createRandom>): number =>
  Math.floor(10 ** (2 + random.fraction() * 5.5));

/** @param count items in all, a thousand at the least; the same count gives the same tree */
export const plantTree = (count: number): PlantedTree => {
  const random = createRandom(20_261_031);
  const { parents, isFolder, isTrashed } = shapeOf(count, random);
  const sizes = new Float64Array(count);
  const items = new Int32Array(count);
  const files = new Int32Array(count);
  const bytes = new Float64Array(count);
  const top = { items: 0, files: 0, size: 0 };
  for (let index = 0; index < count; index += 1) {
    const isFile = isFolder[index] === 0;
    const size = isFile ? sizeOf(random) : 0;
    sizes[index] = size;
    const parent = parents[index] ?? atTop;
    if (isTrashed[index] === 1) continue;
    if (parent === atTop) {
      top.items += 1;
      top.files += isFile ? 1 : 0;
      top.size += size;
    } else {
      items[parent] = (items[parent] ?? 0) + 1;
      files[parent] = (files[parent] ?? 0) + (isFile ? 1 : 0);
      bytes[parent] = (bytes[parent] ?? 0) + size;
    }
  }
  const createdAt = (index: number) => newest - (count - index) * pace;
  const ids = (index: number) => idOf(createdAt(index), index);
  const usage = new Map<string, number>();

  const grow = function* (): Generator<PlantedRow> {
    const taken = new Set<string>();
    for (let index = 0; index < count; index += 1) {
      const isFile = isFolder[index] === 0;
      const parent = parents[index] ?? atTop;
      const given = isFile
        ? fileName(random)
        : { name: index === 0 ? 'Camera roll' : folderName(random), mimetype: null, category: null };
      const place = `${parent}/${given.name}`;
      const dot = isFile ? given.name.lastIndexOf('.') : given.name.length;
      const name = taken.has(place)
        ? `${given.name.slice(0, dot)} ${index.toString(36)}${given.name.slice(dot)}`
        : given.name;
      taken.add(place);
      const size = sizes[index] ?? 0;
      if (given.category !== null) usage.set(given.category, (usage.get(given.category) ?? 0) + size);
      const time = createdAt(index);
      const pictured = given.mimetype !== null && /^(image|video|audio)\/|pdf$/.test(given.mimetype);
      yield {
        id: ids(index),
        parent_id: parent === atTop ? null : ids(parent),
        type: isFile ? 'file' : 'folder',
        ...nameColumns(name.normalize('NFC')),
        size,
        mimetype: given.mimetype,
        category: given.category,
        preview_state: pictured ? 'ready' : null,
        preview_width: pictured ? 4_032 : null,
        preview_height: pictured ? 3_024 : null,
        items_count: items[index] ?? 0,
        files_count: files[index] ?? 0,
        files_size: bytes[index] ?? 0,
        created_at: time,
        modified_at: time - random.below(365) * 86_400_000,
        deleted_at: isTrashed[index] === 1 ? newest + index : null,
      };
    }
  };
  return { rows: grow(), top, usage, largeFolder: ids(0) };
};
