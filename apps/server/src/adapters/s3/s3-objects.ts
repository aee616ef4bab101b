import { isNoSuchKey, type S3Client } from '#adapters/s3/s3-client.ts';
import { S3Error } from '#adapters/s3/s3-errors.ts';
import { elementsOf, escapeXml, textOf } from '#adapters/s3/s3-xml.ts';
import { createSemaphore } from '#lib/concurrency/semaphore.ts';

/** Concurrent calls of one large task. */
const lanes = 8;
/** Milliseconds that the store may take to join parts, or to copy one. */
const joinMs = 10 * 60_000;

export interface S3Object {
  /** Below the prefix. */
  readonly key: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

/** A multipart upload, invisible until it is completed. */
export interface PartsUpload {
  readonly key: string;
  readonly id: string;
}

export interface Part {
  readonly number: number;
  readonly etag: string;
}

/** Both ends are inclusive. */
export interface Source {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** Runs `work` on all items with bounded concurrency. @throws the first error, once no work is in progress */
export const inLanes = async <T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> => {
  const lane = createSemaphore(lanes);
  let failure: Error | undefined;
  const ends = await Promise.allSettled(
    items.map((item, index) =>
      lane(async () => {
        if (failure !== undefined) throw failure;
        try {
          return await work(item, index);
        } catch (error) {
          failure ??= error instanceof Error ? error : new S3Error('failed', { cause: error });
          throw error;
        }
      }),
    ),
  );
  if (failure !== undefined) throw failure;
  return ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
};

/** Returns a field that every S3 answer has. @throws where it is missing */
const needed = (text: string | undefined): string => {
  if (text === undefined || text === '') throw new S3Error('not_s3');
  return text;
};

export const putObject = async (
  client: S3Client,
  key: string,
  body: readonly Uint8Array[],
): Promise<void> => {
  await client.call({ method: 'PUT', key, body });
};

/** Removes an object, if it is there. */
export const removeObject = async (client: S3Client, key: string): Promise<void> => {
  try {
    await client.call({ method: 'DELETE', key });
  } catch (error) {
    if (!isNoSuchKey(error)) throw error;
  }
};

/** Copies an object within the store. It may have 5 GiB. */
export const copyObject = async (client: S3Client, from: string, to: string): Promise<void> => {
  const headers = { 'x-amz-copy-source': client.sourceOf(from) };
  const { text } = await client.call({ method: 'PUT', key: to, headers, answerMs: joinMs });
  needed(textOf(text, 'ETag'));
};

/**
 * The objects whose names begin so, in the order of their names.
 *
 * @param after a name: those up to it are passed over
 */
export async function* listObjects(
  client: S3Client,
  start: string,
  { atOnce = 1000, after }: { readonly atOnce?: number; readonly after?: string | undefined } = {},
): AsyncGenerator<S3Object> {
  let token: string | undefined;
  do {
    const { text } = await client.call({
      method: 'GET',
      query: {
        'list-type': '2',
        prefix: client.prefix + start,
        'max-keys': String(atOnce),
        ...(after === undefined ? {} : { 'start-after': client.prefix + after }),
        ...(token === undefined ? {} : { 'continuation-token': token }),
      },
    });
    if (!text.includes('<ListBucketResult')) throw new S3Error('not_s3');
    for (const element of elementsOf(text, 'Contents')) {
      yield {
        key: client.nameOf(needed(textOf(element, 'Key'))),
        size: Number(needed(textOf(element, 'Size'))),
        modifiedAt: Date.parse(needed(textOf(element, 'LastModified'))),
      };
    }
    token =
      textOf(text, 'IsTruncated') === 'true' ? needed(textOf(text, 'NextContinuationToken')) : undefined;
  } while (token !== undefined);
}

/** Returns the size of an object in bytes; undefined where the store says that there is none. */
export const sizeOfObject = async (client: S3Client, key: string): Promise<number | undefined> => {
  // HEAD is not used: its answer has no body, so a missing bucket would look like a missing object.
  const first = await listObjects(client, key, { atOnce: 1 }).next();
  return first.done !== true && first.value.key === key ? first.value.size : undefined;
};

/** Lists incomplete multipart uploads by a prefix of their names. */
export async function* listUploads(
  client: S3Client,
  start: string,
): AsyncGenerator<PartsUpload & { readonly begunAt: number }> {
  let marker: Record<string, string> | undefined = {};
  while (marker !== undefined) {
    const { text } = await client.call({
      method: 'GET',
      query: { uploads: '', prefix: client.prefix + start, ...marker },
    });
    for (const element of elementsOf(text, 'Upload')) {
      yield {
        key: client.nameOf(needed(textOf(element, 'Key'))),
        id: needed(textOf(element, 'UploadId')),
        begunAt: Date.parse(needed(textOf(element, 'Initiated'))),
      };
    }
    marker =
      textOf(text, 'IsTruncated') === 'true'
        ? {
            'key-marker': needed(textOf(text, 'NextKeyMarker')),
            'upload-id-marker': needed(textOf(text, 'NextUploadIdMarker')),
          }
        : undefined;
  }
}

/**
 * Returns when the last part of an upload came, in milliseconds since 1970; undefined where there is none, or
 * the upload has ended.
 */
export const lastPartAt = async (client: S3Client, upload: PartsUpload): Promise<number | undefined> => {
  let last: number | undefined;
  let after: string | undefined = '0';
  while (after !== undefined) {
    const query: Record<string, string> = { uploadId: upload.id, 'part-number-marker': after };
    let text: string;
    try {
      ({ text } = await client.call({ method: 'GET', key: upload.key, query }));
    } catch (error) {
      // Ceph calls it a key that is not there.
      if (isNoSuchKey(error) || (error instanceof S3Error && error.code === 'NoSuchUpload')) return undefined;
      throw error;
    }
    for (const element of elementsOf(text, 'Part'))
      last = Math.max(last ?? 0, Date.parse(needed(textOf(element, 'LastModified'))));
    after = textOf(text, 'IsTruncated') === 'true' ? needed(textOf(text, 'NextPartNumberMarker')) : undefined;
  }
  return last;
};

export const beginParts = async (client: S3Client, key: string): Promise<PartsUpload> => {
  const { text } = await client.call({ method: 'POST', key, query: { uploads: '' } });
  return { key, id: needed(textOf(text, 'UploadId')) };
};

const partQuery = (upload: PartsUpload, number: number) => ({
  partNumber: String(number),
  uploadId: upload.id,
});

/** @param number from 1 to 10,000; all parts but the last must have the same length, of 5 MiB or more */
export const putPart = async (
  client: S3Client,
  upload: PartsUpload,
  { number, body }: { readonly number: number; readonly body: readonly Uint8Array[] },
): Promise<Part> => {
  const query = partQuery(upload, number);
  const { headers } = await client.call({ method: 'PUT', key: upload.key, query, body });
  return { number, etag: needed(headers.etag) };
};

/** The same with bytes that the store has already: they do not travel. */
export const copyPart = async (
  client: S3Client,
  upload: PartsUpload,
  { number, source }: { readonly number: number; readonly source: Source },
): Promise<Part> => {
  const { text } = await client.call({
    method: 'PUT',
    key: upload.key,
    query: partQuery(upload, number),
    headers: {
      'x-amz-copy-source': client.sourceOf(source.key),
      // The range is sent for whole objects, too: without it some servers do not copy a part.
      'x-amz-copy-source-range': `bytes=${source.start}-${source.end}`,
    },
    answerMs: joinMs,
  });
  return { number, etag: needed(textOf(text, 'ETag')) };
};

/** Makes the object of its parts. Repeating it after a lost answer fails with the code NoSuchUpload. */
export const completeParts = async (
  client: S3Client,
  upload: PartsUpload,
  parts: readonly Part[],
): Promise<void> => {
  const listed = [...parts].sort((one, other) => one.number - other.number);
  const lines = listed.map(
    ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
  );
  const xml = `<CompleteMultipartUpload>${lines.join('')}</CompleteMultipartUpload>`;
  await client.call({
    method: 'POST',
    key: upload.key,
    query: { uploadId: upload.id },
    headers: { 'content-type': 'application/xml' },
    body: [Buffer.from(xml)],
    answerMs: joinMs,
  });
};

/** Forgets an upload in parts, if it is not complete. */
export const abortParts = async (client: S3Client, upload: PartsUpload): Promise<void> => {
  try {
    await client.call({ method: 'DELETE', key: upload.key, query: { uploadId: upload.id } });
  } catch (error) {
    if (!(error instanceof S3Error) || error.code !== 'NoSuchUpload') throw error;
  }
};
