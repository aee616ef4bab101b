import type { S3Object } from '#adapters/s3/s3-objects.ts';
import { type BlobKey, normaliseKey } from '#ports/blob-store.ts';

/**
 * Bytes of a part when a blob is joined. All parts but the last have exactly this length, because some stores
 * (Cloudflare's R2) want them alike; 5 MiB is the least that S3 allows.
 */
export const partBytes = 8 * 1024 * 1024;

/** An object that holds the staged bytes from `start` on. */
export interface Extent {
  readonly key: string;
  readonly start: number;
  readonly length: number;
}

/** The staged objects of a blob. */
export interface Staged {
  /** Adjacent extents, without a gap. */
  readonly extents: readonly Extent[];
  readonly size: number;
  /** Objects that do not count: shorter ones that were replaced, and bytes behind a gap. */
  readonly spare: readonly string[];
}

const stagingPrefix = 'staging/';
const blobsPrefix = 'blobs/';
const trashPrefix = 'trash/';
const hex = (number: number): string => number.toString(16).padStart(12, '0');

export const stagingOf = (key: BlobKey): string => `${stagingPrefix}${normaliseKey(key)}/`;
export const blobOf = (key: BlobKey): string => `${blobsPrefix}${normaliseKey(key)}`;
export const allStaged = stagingPrefix;
export const allBlobs = blobsPrefix;
export const trashOf = (key: BlobKey): string => `${trashPrefix}${normaliseKey(key)}`;
export const allTrash = trashPrefix;

/**
 * The name of an object holds its position and length: a listing shows what is staged, and no two lengths share
 * an object.
 */
export const extentOf = (key: BlobKey, start: number, length: number): Extent => ({
  key: `${stagingOf(key)}${hex(start)}-${hex(length)}`,
  start,
  length,
});

/** Tells whether a staged object holds the first bytes of its blob. */
export const isBeginning = (name: string): boolean => name.includes(`/${hex(0)}-`);

const shape = /\/([0-9a-f]{12})-([0-9a-f]{12})$/;

const parse = ({ key, size }: S3Object): Extent | undefined => {
  const [, start, length] = shape.exec(key) ?? [];
  if (start === undefined || length === undefined || Number.parseInt(length, 16) !== size) return undefined;
  return { key, start: Number.parseInt(start, 16), length: size };
};

/** Returns the start of the part that holds the byte before `position`. */
export const lastPartBefore = (position: number): number =>
  position === 0 ? 0 : position - 1 - ((position - 1) % partBytes);

/** The key after which a listing begins, to return staged objects from a position on. */
export const stagedAfter = (key: BlobKey, position: number): string => `${stagingOf(key)}${hex(position)}`;

/**
 * Derives the staged extents from object names. At each position the longest object counts: a shorter one is
 * older, or comes from an abandoned connection.
 *
 * @param from position to begin at; bytes before it are assumed
 * @returns undefined where nothing is staged there
 */
export const stagedFrom = (objects: readonly S3Object[], from = 0): Staged | undefined => {
  const longest = new Map<number, Extent>();
  for (const object of objects) {
    const extent = parse(object);
    if (extent === undefined) continue;
    const known = longest.get(extent.start);
    if (known === undefined || known.length < extent.length) longest.set(extent.start, extent);
  }
  const extents: Extent[] = [];
  let size = from;
  for (let next = longest.get(from); next !== undefined; next = longest.get(size)) {
    extents.push(next);
    size += next.length;
    if (next.length === 0) break;
  }
  if (extents.length === 0) return undefined;
  const used = new Set(extents.map(({ key }) => key));
  return { extents, size, spare: objects.map(({ key }) => key).filter((key) => !used.has(key)) };
};

/** A part of the blob, and the extents that it consists of. */
export interface PlannedPart {
  readonly number: number;
  readonly extents: readonly Extent[];
}

/** Groups extents by the parts that they belong to; none reaches over the end of one. */
export const plannedParts = (extents: readonly Extent[]): PlannedPart[] => {
  const parts = Map.groupBy(extents, ({ start }) => Math.floor(start / partBytes));
  return [...parts].map(([index, ofPart]) => ({ number: index + 1, extents: ofPart }));
};

const named = /^(?:staging\/([0-9a-f]{32})\/.*|(?:blobs|trash)\/([0-9a-f]{32}))$/;

/** The blob that an object belongs to: one that is staged, published, or in the trash. */
export const blobKeyIn = (name: string): BlobKey | undefined => {
  const [, ofStaged, key = ofStaged] = named.exec(name) ?? [];
  return key === undefined ? undefined : normaliseKey(key);
};
