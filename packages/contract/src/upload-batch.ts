import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { problem } from './error-codes.ts';
import { item } from './files.ts';
import { itemEndpoints } from './items.endpoints.ts';
import { batchLimits, batchType } from './upload-batch.limits.ts';
import { upload, uploadQuery } from './uploads.ts';

/**
 * The line in front of a file's bytes. With `upload_id` the record can be sent again after a lost answer, with the same
 * bytes: it is then answered as the first time.
 */
export const batchRecord = uploadQuery.omit({ offset: true }).extend({
  /** The file's `Content-Type`, as far as the sender knows it. */
  type: z.string().max(255).optional(),
  /** Bytes of the file, which follow the line. */
  size: z.number().int().min(0).max(batchLimits.bytes),
});
export type BatchRecord = z.input<typeof batchRecord>;

const index = z.number().int();

/** The line that answers a record: the file with its `ETag`, or what is wrong with it. */
export const batchAnswer = z.union([
  item.extend({ index, status: z.literal(201), etag: z.string() }),
  problem.omit({ type: true, title: true }).extend({ index }),
]);
export type BatchAnswer = z.output<typeof batchAnswer>;

const example = `printf '{"name":"a.txt","size":2}\\nhi{"name":"b.txt","size":3}\\nyou' | curl -H 'Authorization: Bearer …' -H 'Content-Type: ${batchType}' --data-binary @- …/api/upload/batch`;

export const uploadBatch = endpoint({
  ...itemEndpoints.uploadBatch,
  access: 'user',
  tag: 'Uploads',
  summary: `Upload many files in one request: up to ${batchLimits.records}, and ${batchLimits.bytes / 1024 ** 2} MiB. Each file is a line of JSON, followed by exactly \`size\` bytes. They are taken one after another, and each is answered by a line of JSON as soon as it is stored or refused; one that is refused holds up no other. After a broken connection continue after the last record that was answered. Example: ${example}`,
  body: batchRecord,
  bodyKind: 'batch',
  answers: { 200: batchAnswer },
  errors: ['request.too_large', 'request.unsupported_type', ...upload.errors],
});

/** The part of the endpoint table that stands here. */
export const uploadBatchTable = { uploadBatch };
