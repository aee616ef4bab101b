import type { SentFields, SentQuery, UploadInput } from './uploads.types.ts';
import { targetOfChunk, targetOfQuery } from './uploads.rules.ts';

/** The headers of an upload's body. */
export interface BodyFacts {
  /** `Content-Type` as sent. */
  readonly type: string | undefined;
  /** Bytes, if known beforehand. */
  readonly length: number | undefined;
  /** Bytes, if they can be estimated. */
  readonly expected: number | undefined;
}

/** Reads the input of a binary body, which holds the file from `offset` to its end. */
export const inputOfQuery = (query: SentQuery, { type, length, expected }: BodyFacts): UploadInput => ({
  target: targetOfQuery(query),
  lastModified: query.last_modified ?? null,
  declaredType: type,
  extension: '',
  uploadId: query.upload_id,
  offset: query.offset ?? 0,
  size: query.size,
  length,
  expected,
  isLast: true,
  keepBroken: true,
});

/** Reads the input of a chunk. */
export const inputOfChunk = (fields: SentFields, { type, length, expected }: BodyFacts): UploadInput => ({
  target: targetOfChunk(fields),
  lastModified: fields.last_modified ?? null,
  declaredType: type,
  extension: fields.extension,
  uploadId: fields.upload_id ?? fields.name,
  offset: fields.offset,
  size: fields.size,
  length,
  expected,
  isLast: fields.is_last,
  keepBroken: fields.offset !== undefined,
});
