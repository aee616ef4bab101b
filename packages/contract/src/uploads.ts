import { z } from 'zod';
import { itemEndpoints } from './items.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { conflictChoice, item, itemName, relativePath } from './files.ts';
import { id } from './ids.ts';

/** Letters and digits at the front of a chunk name (specification section 9). */
export const chunkPrefixLength = 16;

/** Names an upload that goes on over several requests: chosen by the client, 16–300 characters without `/`. */
export const uploadName = z
  .string()
  .normalize('NFC')
  .min(1)
  .max(300, { abort: true })
  .refine((name) => !/[/\\\p{Cc}]/u.test(name), 'Names can’t contain slashes or control characters.')
  .refine((name) => name !== '.' && name !== '..', 'This name is reserved.')
  .refine((name) => name.isWellFormed(), 'An upload name must be valid Unicode.');

/** A form or a query has no numbers; an empty field says nothing, and above all not 0. */
const optionalNumber = (number: z.ZodType<number>) =>
  z.preprocess((value) => (value === '' ? undefined : value), number.optional());
const byteCount = optionalNumber(z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER));
/** The last millisecond of the year 9999, which is the last that a date of four digits can name. */
const lastMoment = 253_402_300_799_999;
const momentFault =
  'Send the file’s time in milliseconds since 1970: more than 0, and before the year 10000.';
/** Milliseconds since 1970, kept as the client sends them. */
const moment = optionalNumber(
  z.coerce.number(momentFault).int(momentFault).min(1, momentFault).max(lastMoment, momentFault),
);
/** Absent, empty and `null` all mean the top of the account in a form or a query. */
const optionalParent = z.preprocess(
  (value) => (value === '' || value === 'null' ? null : value),
  id.nullish(),
);

/**
 * `POST /api/upload`: the body is the file. With `upload_id` the upload can be continued after a
 * broken connection (`offset`) and repeated, with the same bytes, after a lost answer; without it a broken body is forgotten.
 */
export const uploadQuery = z.strictObject({
  name: itemName,
  parent_id: optionalParent,
  /** The path of the file below `parent_id`; its last part may repeat the name. Missing folders are made. */
  path: relativePath.optional(),
  /** The file's own time of last change, in milliseconds since 1970. */
  last_modified: moment,
  on_conflict: conflictChoice.default('rename'),
  upload_id: uploadName.optional(),
  /** The offset of the body in the file; 0 unless said otherwise. Bytes that the server has already are skipped. */
  offset: byteCount,
  /** Whole length of the file in bytes, where this request carries the rest of it. */
  size: byteCount,
});
export type UploadQuery = z.output<typeof uploadQuery>;

/**
 * The specification's chunk form, in this order before `file`. `name` is 16 random letters or digits,
 * a hyphen, and the file's name with whitespace replaced by hyphens; it names the upload.
 * `path` is the file's path below `parent_id` with its real name (`Trip/day 1.jpg`, or `day 1.jpg`).
 */
export const chunkFields = z.strictObject({
  name: uploadName,
  path: relativePath.default(''),
  parent_id: optionalParent,
  extension: z.string().max(255).default(''),
  is_last: z.stringbool(),
  upload_id: uploadName.optional(),
  /**
   * The offset of this chunk in the file; bytes that the server has already are skipped. Without it the chunk begins
   * where the server stands, and a chunk that breaks off is forgotten whole.
   */
  offset: byteCount,
  size: byteCount,
  last_modified: moment,
  on_conflict: conflictChoice.default('rename'),
});
export type ChunkFields = z.output<typeof chunkFields>;

const uploadProgress = z.object({ upload_id: z.string(), offset: z.number().int() });
export type UploadProgress = z.output<typeof uploadProgress>;

const uploadErrors = [
  'item.not_found',
  'item.name_taken',
  'item.changed',
  'item.parent_is_file',
  'folder.too_deep',
  'upload.gap',
  'upload.mismatch',
  'upload.over_limit',
  'upload.blocked_type',
  'upload.incomplete',
  'upload.disabled',
  'folder.disabled',
  'upload.too_many_open',
  'storage.exceeded',
  'storage.disk_full',
] as const;

export const upload = endpoint({
  ...itemEndpoints.upload,
  access: 'user',
  tag: 'Uploads',
  summary:
    'Upload a file as one binary body; resumable with `upload_id` and `offset`. `on_conflict=replace` gives the file of this name the new content and keeps it the same item. `If-Match` replaces exactly the content with that `ETag`, whatever `on_conflict` says, and answers 412 otherwise. The answer has the `ETag` of what was sent.',
  query: uploadQuery,
  bodyKind: 'bytes',
  answers: { 201: item },
  errors: uploadErrors,
});

export const uploadChunk = endpoint({
  ...itemEndpoints.uploadChunk,
  access: 'user',
  tag: 'Uploads',
  summary:
    'Upload one chunk of a file as a multipart form; the last one answers the item. `If-Match` holds for the request that has it; the one with the last chunk decides.',
  body: chunkFields,
  bodyKind: 'form',
  answers: { 200: uploadProgress, 201: item },
  errors: uploadErrors,
});

const uploadParams = z.strictObject({ name: uploadName });

export const uploadStatus = endpoint({
  ...itemEndpoints.uploadStatus,
  access: 'user',
  tag: 'Uploads',
  summary: 'The byte at which an unfinished upload goes on; of a finished one, for a day, its length.',
  params: uploadParams,
  answers: { 200: uploadProgress },
  errors: ['upload.not_found'],
});

export const cancelUpload = endpoint({
  ...itemEndpoints.cancelUpload,
  access: 'user',
  tag: 'Uploads',
  summary: 'Cancel an unfinished upload and forget its bytes.',
  params: uploadParams,
  answers: { 204: null },
});

/** The part of the endpoint table that stands here. */
export const uploadsTable = { cancelUpload, upload, uploadChunk, uploadStatus };
