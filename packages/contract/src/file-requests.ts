/** Requests for files: holders of the link put files into a folder that they cannot look into. */
import { z } from 'zod';
import { fileRequestEndpoints } from './file-requests.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { item, itemName } from './files.ts';
import { id } from './ids.ts';
import { inThousands } from './text.ts';
import { addressLimit, plainAddress } from './patterns.ts';
import { linkOwner, linkToken } from './share-link.ts';
import { batchRecord, uploadBatch } from './upload-batch.ts';
import { cancelUpload, chunkFields, upload, uploadChunk, uploadQuery, uploadStatus } from './uploads.ts';
import { requestDefaults } from './limits.ts';

/** `filled`: as many files as were asked for have come, or the owner has closed it. */
export const fileRequestStates = ['active', 'filled', 'expired'] as const;
export const fileRequestState = z.enum(fileRequestStates);
export type FileRequestState = z.output<typeof fileRequestState>;

const byToken = z.strictObject({ token: linkToken });
const smallBody = 64 * 1024;
const owned = { access: 'user', tag: 'File requests' } as const;

const filesMax = 100_000;
const filesSaid = `Choose a whole number of files, from 1 to ${inThousands(filesMax)}.`;
const bytesSaid = 'Enter a whole number of bytes, at least 1.';

const fields = {
  /** The heading of the request. */
  name: itemName,
  note: z.string().trim().max(2000, 'A note can have at most 2,000 characters.'),
  deadline: z.iso.datetime({ offset: true, error: 'Enter a date and time.' }).nullable(),
  /** Files in all; null: as many as one likes. */
  max_files: z.int(filesSaid).min(1, filesSaid).max(filesMax, filesSaid).nullable(),
  /** Bytes in all; null: as many as one likes. */
  max_size: z.int(bytesSaid).min(1, bytesSaid).nullable(),
};

export const fileRequest = z.object({
  data: z.object({
    id,
    type: z.literal('file_request'),
    attributes: z.object({
      token: linkToken,
      url: z.string(),
      folder_id: id,
      name: z.string(),
      note: z.string(),
      deadline: z.iso.datetime().nullable(),
      max_files: z.number().int().nullable(),
      max_size: z.number().int().nullable(),
      state: fileRequestState,
      /** Files that have come. */
      files: z.number().int(),
      /** Bytes that have come. */
      size: z.number().int(),
      /** Files that the owner has not looked at yet. */
      unseen: z.number().int(),
      created_at: z.iso.datetime(),
    }),
    /** The folder as it is called now; null: it is in the trash or gone, and nothing can come. */
    relationships: z.object({ folder: z.object({ name: z.string() }).nullable() }),
  }),
});
export type FileRequest = z.output<typeof fileRequest>;

export const createFileRequest = endpoint({
  ...owned,
  ...fileRequestEndpoints.createFileRequest,
  summary: 'Ask for files into a folder, by a link that shows nothing of what is in it.',
  body: z.strictObject({
    folder_id: id,
    name: fields.name,
    note: fields.note.default(''),
    deadline: fields.deadline.default(null),
    max_files: fields.max_files.default(requestDefaults.max_files),
    max_size: fields.max_size.default(requestDefaults.max_size),
    /** Whom it is mailed to. */
    email: z
      .string()
      .trim()
      .max(addressLimit, { error: 'This email is too long.', abort: true })
      .regex(plainAddress, 'Enter a valid email, like name@example.com')
      .nullish(),
  }),
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: { 201: fileRequest },
  errors: ['item.not_found', 'item.parent_is_file', 'limit.too_many'],
});

export const listFileRequests = endpoint({
  ...owned,
  ...fileRequestEndpoints.listFileRequests,
  secrets: true,
  summary: 'What you have asked for, the latest first.',
  query: z.strictObject({
    /** Requests older than this one. */
    before: id.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(100),
  }),
  answers: {
    200: z.object({
      data: z.array(fileRequest.shape.data),
      meta: z.object({ next: id.nullable() }),
    }),
  },
});

export const updateFileRequest = endpoint({
  ...owned,
  ...fileRequestEndpoints.updateFileRequest,
  summary: 'Change a request; close it with state `filled`, open it again with `active`.',
  params: byToken,
  body: z
    .strictObject({
      name: fields.name.optional(),
      note: fields.note.optional(),
      deadline: fields.deadline.optional(),
      max_files: fields.max_files.optional(),
      max_size: fields.max_size.optional(),
      state: z.enum(['active', 'filled']).optional(),
      /** The owner has looked at what came. */
      seen: z.literal(true).optional(),
    })
    .refine((given) => Object.values(given).some((value) => value !== undefined), {
      error: 'Say what is to change.',
      path: ['name'],
    }),
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: { 200: fileRequest },
  errors: ['file_request.not_found'],
});

export const deleteFileRequest = endpoint({
  ...owned,
  ...fileRequestEndpoints.deleteFileRequest,
  summary: 'Take a request back; the files that came stay.',
  params: byToken,
  answers: { 204: null },
  errors: ['file_request.not_found'],
});

export const getFileRequestQr = endpoint({
  ...owned,
  ...fileRequestEndpoints.getFileRequestQr,
  secrets: true,
  summary: 'The address of a request as a QR code (SVG).',
  params: byToken,
  answers: { 200: z.object({ data: z.object({ svg: z.string(), url: z.string() }) }) },
  errors: ['file_request.not_found'],
});

const requestErrors = [
  'file_request.not_found',
  'file_request.closed',
  'file_request.full',
  'share.unavailable',
] as const;
const byRequest = { access: 'link', via: 'request', tag: 'File requests' } as const;

/** A file of a receipt. */
const received = z.object({
  /** Its name at the sender, with the folders that it came in. */
  name: z.string(),
  size: z.number().int(),
  /** Lower-case hexadecimal. */
  sha256: z.string(),
  at: z.iso.datetime(),
});
export type ReceivedFile = z.output<typeof received>;

/** A request as those see it who are asked. */
export const openedRequest = z.object({
  data: z.object({
    type: z.literal('file_request'),
    attributes: z.object({
      token: linkToken,
      name: z.string(),
      note: z.string(),
      deadline: z.iso.datetime().nullable(),
      state: fileRequestState,
      /** Null: no limit. */
      files_left: z.number().int().nullable(),
      size_left: z.number().int().nullable(),
    }),
    relationships: z.object({
      owner: z.object({ data: z.object({ attributes: linkOwner }) }),
      /** Files of this visit: nobody sees what others have sent. */
      received: z.object({
        /** The first files of very many. */
        data: z.array(received),
        /** The totals of all of them. */
        meta: z.object({ count: z.number().int(), /** Bytes. */ size: z.number().int() }),
      }),
    }),
    meta: z.object({ canUpload: z.boolean() }),
  }),
});
export type OpenedRequest = z.output<typeof openedRequest>;

export const openFileRequest = endpoint({
  ...byRequest,
  /** A closed request can be looked at, too: it says so, and shows the received files. */
  closed: true,
  ...fileRequestEndpoints.openFileRequest,
  summary: 'What is asked for, and what you have sent in this visit: the receipt. Begins a visit.',
  params: byToken,
  answers: { 200: openedRequest },
  errors: ['file_request.not_found', 'share.unavailable'],
});

export const finishFileRequest = endpoint({
  ...byRequest,
  closed: true,
  ...fileRequestEndpoints.finishFileRequest,
  summary: 'Say that this was all: the owner is told what came in this visit.',
  params: byToken,
  answers: { 200: openedRequest },
  errors: ['file_request.not_found', 'share.unavailable'],
});

/** Only these fields mean something here: the place is the request’s own, and a name that is taken gets another. */
const requestUploadQuery = uploadQuery.omit({ parent_id: true, on_conflict: true });
const requestBatchRecord = batchRecord.omit({ parent_id: true, on_conflict: true });
const requestChunkFields = chunkFields.omit({ parent_id: true, on_conflict: true });

export const uploadRequested = endpoint({
  ...upload,
  ...byRequest,
  ...fileRequestEndpoints.uploadRequested,
  params: byToken,
  query: requestUploadQuery,
  summary: 'Send a file as one binary body. Whatever else is there, the answer calls it as it was sent.',
  answers: { 201: item },
  errors: [...upload.errors, ...requestErrors],
});

export const uploadRequestedBatch = endpoint({
  ...uploadBatch,
  ...byRequest,
  ...fileRequestEndpoints.uploadRequestedBatch,
  params: byToken,
  body: requestBatchRecord,
  errors: [...uploadBatch.errors, ...requestErrors],
});

export const uploadRequestedChunk = endpoint({
  ...uploadChunk,
  ...byRequest,
  ...fileRequestEndpoints.uploadRequestedChunk,
  params: byToken,
  body: requestChunkFields,
  errors: [...uploadChunk.errors, ...requestErrors],
});

export const requestedUploadStatus = endpoint({
  ...uploadStatus,
  ...byRequest,
  ...fileRequestEndpoints.requestedUploadStatus,
  params: uploadStatus.params.extend({ token: linkToken }),
  /** Includes one that takes nothing more, since the call asks whether the file has come. */
  closed: true,
  errors: [...uploadStatus.errors, 'file_request.not_found', 'share.unavailable'],
});

export const cancelRequestedUpload = endpoint({
  ...cancelUpload,
  ...byRequest,
  closed: true,
  ...fileRequestEndpoints.cancelRequestedUpload,
  params: cancelUpload.params.extend({ token: linkToken }),
  errors: ['upload.not_found', 'file_request.not_found', 'share.unavailable'],
});

/** The part of the endpoint table that stands here. */
export const fileRequestsTable = {
  cancelRequestedUpload,
  createFileRequest,
  deleteFileRequest,
  finishFileRequest,
  getFileRequestQr,
  listFileRequests,
  openFileRequest,
  requestedUploadStatus,
  updateFileRequest,
  uploadRequested,
  uploadRequestedBatch,
  uploadRequestedChunk,
};
