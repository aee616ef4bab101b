import {
  blobOf,
  type Extent,
  partBytes,
  type PlannedPart,
  plannedParts,
  type Staged,
  stagingOf,
} from '#adapters/s3/blob-s3-extents.ts';
import { fetchObject } from '#adapters/s3/blob-s3-reader.ts';
import type { S3Client } from '#adapters/s3/s3-client.ts';
import { S3Error } from '#adapters/s3/s3-errors.ts';
import {
  abortParts,
  beginParts,
  completeParts,
  copyObject,
  copyPart,
  inLanes,
  type Part,
  type PartsUpload,
  putObject,
  putPart,
  removeObject,
  sizeOfObject,
} from '#adapters/s3/s3-objects.ts';
import type { BlobKey } from '#ports/blob-store.ts';

/** Parts of one object: S3 allows 10,000. Longer blobs are joined in two steps. */
const partsAtMost = 9_000;
/** Bytes that an object must have for the store to take a part from it. */
const copiedAtLeast = 5 * 1024 * 1024;
/** Parts that are joined to one object in the first of the two. */
const partsOfGroup = 500;

/** Makes the object of its parts, also where the answer of an attempt was lost. */
export const completed = async (
  client: S3Client,
  upload: PartsUpload,
  { parts, size }: { readonly parts: readonly Part[]; readonly size: number },
): Promise<void> => {
  try {
    await completeParts(client, upload, parts);
  } catch (error) {
    const isUnknown = error instanceof S3Error && error.code === 'NoSuchUpload';
    if (!isUnknown || (await sizeOfObject(client, upload.key)) !== size) throw error;
  }
};

const bytesOf = (client: S3Client, extents: readonly Extent[]): Promise<Buffer[]> =>
  inLanes(extents, (extent) => fetchObject(client, extent.key));

const sizeOf = (parts: readonly PlannedPart[]): number =>
  parts.reduce((sum, { extents }) => extents.reduce((total, { length }) => total + length, sum), 0);

/** Has the store make one object of others: what is a part already does not travel. */
const joinTo = async (client: S3Client, key: string, parts: readonly PlannedPart[]): Promise<void> => {
  const upload = await beginParts(client, key);
  try {
    const made = await inLanes(parts, async ({ extents }, index) => {
      const number = index + 1;
      const [only, second] = extents;
      if (only === undefined || second !== undefined || only.length < copiedAtLeast)
        return putPart(client, upload, { number, body: await bytesOf(client, extents) });
      return copyPart(client, upload, { number, source: { key: only.key, start: 0, end: only.length - 1 } });
    });
    await completed(client, upload, { parts: made, size: sizeOf(parts) });
  } catch (error) {
    await abortParts(client, upload).catch(() => undefined);
    throw error;
  }
};

const groupsOf = (parts: readonly PlannedPart[]): PlannedPart[][] => {
  const groups: PlannedPart[][] = [];
  for (let from = 0; from < parts.length; from += partsOfGroup)
    groups.push(parts.slice(from, from + partsOfGroup));
  return groups;
};

/** Joins parts to the blob; very many parts are joined to large ones first, all of one length except the last. */
const joinParts = async (client: S3Client, key: BlobKey, parts: readonly PlannedPart[]): Promise<void> => {
  if (parts.length <= partsAtMost) return joinTo(client, blobOf(key), parts);
  const large: PlannedPart[] = [];
  for (const [index, group] of groupsOf(parts).entries()) {
    const name = `${stagingOf(key)}joined-${index}`;
    await joinTo(client, name, group);
    const start = index * partsOfGroup * partBytes;
    large.push({ number: index + 1, extents: [{ key: name, start, length: sizeOf(group) }] });
  }
  return joinTo(client, blobOf(key), large);
};

/** Makes the blob of everything that is staged of it. */
export const joinBlob = async (client: S3Client, key: BlobKey, staged: Staged): Promise<void> => {
  const [only, second] = staged.extents;
  if (staged.size <= partBytes && (only === undefined || second !== undefined))
    return putObject(client, blobOf(key), await bytesOf(client, staged.extents));
  if (only !== undefined && second === undefined) return copyObject(client, only.key, blobOf(key));
  return joinParts(client, key, plannedParts(staged.extents));
};

/** Bytes that a store copies at once; S3 copies no more than 5 GiB, and needs parts for longer objects. */
const copiedAtMost = 1024 ** 3;

/** Has the store copy an object of any length. */
const copyOf = async (
  client: S3Client,
  { from, to, size }: { readonly from: string; readonly to: string; readonly size: number },
): Promise<void> => {
  if (size <= copiedAtMost) return copyObject(client, from, to);
  const upload = await beginParts(client, to);
  try {
    const starts = Array.from({ length: Math.ceil(size / copiedAtMost) }, (_, index) => index * copiedAtMost);
    const parts = await inLanes(starts, (start, index) =>
      copyPart(client, upload, {
        number: index + 1,
        source: { key: from, start, end: Math.min(start + copiedAtMost, size) - 1 },
      }),
    );
    await completed(client, upload, { parts, size });
  } catch (error) {
    await abortParts(client, upload).catch(() => undefined);
    throw error;
  }
};

/** Gives an object another name. @returns false where there is no such object */
export const moveObject = async (client: S3Client, from: string, to: string): Promise<boolean> => {
  const size = await sizeOfObject(client, from);
  if (size === undefined) return false;
  try {
    await copyOf(client, { from, to, size });
  } catch (error) {
    // Another server may have moved it meanwhile.
    if ((await sizeOfObject(client, from)) === undefined) return false;
    throw error;
  }
  await removeObject(client, from);
  return true;
};
