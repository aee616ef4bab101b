import { itemName } from '@holdall/contract/files';
import { type ChunkFields, chunkPrefixLength, type UploadQuery } from '@holdall/contract/uploads';
import type { ItemRow } from '#db/tables/files.ts';
import type { FileTarget } from '#features/files/index.ts';
import type { IncomingBytes } from '#http/incoming-bytes.ts';
import type { Actor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';

/** Fields of senders who may choose the folder and the conflict rule. */
type OwnerField = 'parent_id' | 'on_conflict';
type SentQuery = Omit<UploadQuery, OwnerField> & Partial<Pick<UploadQuery, OwnerField>>;
type SentFields = Omit<ChunkFields, OwnerField> & Partial<Pick<ChunkFields, OwnerField>>;

/** The input of an upload request, besides its bytes. */
export interface UploadInput {
  readonly target: FileTarget;
  /** Milliseconds since 1970. */
  readonly lastModified: number | null;
  /** `Content-Type` of the bytes, as sent. */
  readonly declaredType: string | undefined;
  /** The extension that the client names, or ''. */
  readonly extension: string;
  /** Name of the upload, if several requests may continue it. */
  readonly uploadId: string | undefined;
  /**
   * Offset of the bytes in the file; undefined: where the server is. Without an offset bytes received before a broken
   * connection are not kept, since the client could not tell where to continue.
   */
  readonly offset: number | undefined;
  /** Length of the file, if the client announces it. */
  readonly size: number | undefined;
  /** Length of these bytes, if known beforehand. */
  readonly length: number | undefined;
  /** Estimated length of these bytes, which only sizes the reservation. */
  readonly expected: number | undefined;
  /** True if these bytes complete the file. */
  readonly isLast: boolean;
}

/** A request that brings bytes. */
export interface Arrival {
  readonly actor: Actor;
  readonly input: UploadInput;
  readonly body: IncomingBytes;
}

/** A file that an upload has stored. */
export interface StoredFile {
  readonly item: ItemRow;
  /** Of the bytes that were sent, in lower-case hexadecimal. */
  readonly sha256: string;
}

export type UploadOutcome =
  | { readonly kind: 'progress'; readonly uploadId: string; readonly offset: number }
  | (StoredFile & { readonly kind: 'done' });

const chunkPrefix = new RegExp(`^[A-Za-z0-9]{${chunkPrefixLength}}-?(?=.)`, 'su');

/**
 * Returns the file's name in a chunk name: the part after the random prefix and its hyphen.
 *
 * @throws request.invalid naming `name`, when the rest is no valid name
 */
const nameOfChunk = (name: string): string => {
  const shown = itemName.safeParse(name.replace(chunkPrefix, ''));
  if (shown.success) return shown.data;
  throw new AppError('request.invalid', {
    errors: { name: shown.error.issues.map(({ message }) => message) },
  });
};

const hyphenated = (name: string): string[] => [name.replaceAll(/\s/gu, '-'), name.replaceAll(/\s+/gu, '-')];

type TargetPath = Pick<FileTarget, 'path' | 'name'>;

/**
 * Splits a path below the parent. Its last part may be the file itself, unless it ends in a slash.
 *
 * @param isFile tells whether the last part is the file's own name
 */
const splitPath = (path: string, fallbackName: string, isFile: (last: string) => boolean): TargetPath => {
  const parts = path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.normalize('NFC'));
  const last = parts.at(-1);
  return last !== undefined && !path.endsWith('/') && isFile(last)
    ? { path: parts.slice(0, -1), name: last }
    : { path: parts, name: fallbackName };
};

interface BodyHeaders {
  readonly type: string | undefined;
  readonly length: number | undefined;
  readonly ifMatch?: string | undefined;
}

/** Reads the input of a binary body, which holds the file from `offset` to its end. */
export const inputOfQuery = (
  { name, path = '', parent_id, on_conflict = 'rename', ...query }: SentQuery,
  /** The headers of the body. */
  { type, length, ifMatch }: BodyHeaders,
): UploadInput => ({
  target: {
    ...splitPath(path, name, (last) => last === name),
    parentId: parent_id ?? null,
    onConflict: on_conflict,
    ifMatch,
  },
  lastModified: query.last_modified ?? null,
  declaredType: type,
  extension: '',
  uploadId: query.upload_id,
  offset: query.offset ?? 0,
  size: query.size,
  length,
  expected: length,
  isLast: true,
});

/**
 * Reads the input of a chunk. `path` may hold the real name, of which `name` is a hyphenated form.
 *
 * @throws request.invalid naming `name`
 */
export const inputOfChunk = (
  { name, path, parent_id, on_conflict = 'rename', ...fields }: SentFields,
  /** The form's header of the part that holds the bytes, their estimated number, and `If-Match` of the request. */
  {
    type,
    expected,
    ifMatch,
  }: {
    readonly type: string;
    readonly expected: number | undefined;
    readonly ifMatch?: string | undefined;
  },
): UploadInput => {
  const shown = nameOfChunk(name);
  return {
    target: {
      ...splitPath(path, shown, (last) => last === shown || hyphenated(last).includes(shown)),
      parentId: parent_id ?? null,
      onConflict: on_conflict,
      ifMatch,
    },
    lastModified: fields.last_modified ?? null,
    declaredType: type,
    extension: fields.extension,
    uploadId: fields.upload_id ?? name,
    offset: fields.offset,
    size: fields.size,
    length: undefined,
    expected,
    isLast: fields.is_last,
  };
};
