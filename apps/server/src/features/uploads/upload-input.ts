import type { SentFields, SentQuery, UploadInput } from './uploads.types.ts';
import { targetOfChunk, targetOfQuery } from './uploads.rules.ts';

/** What the headers say of the bytes. */
export interface BodyFacts {
  /** `Content-Type` as sent. */
  readonly type: string | undefined;
  /** Bytes, where it is known beforehand. */
  readonly length: number | undefined;
  /** Bytes, where it can be guessed. */
  readonly expected: number | undefined;
}

/** What a binary body wants: it carries the file from `offset` to its end. */
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

/** What a chunk wants. */
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
