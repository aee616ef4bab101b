import type { BlobRow } from '#db/tables/files.ts';
import type { FilesService } from '#features/files/index.ts';
import type { Stores } from '#features/storage/index.ts';
import type { Actor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import { contentDisposition } from '#lib/http/content-disposition.ts';
import { unknownMediaType } from '#lib/media/media-type.ts';
import { BlobAbsentError, type BlobBytes, type ByteSpan, normaliseKey } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import { contentTypeOf, dispositionOf } from './downloads.rules.ts';

export interface FileBytes {
  /** The owner of the file. */
  readonly ownerId: string;
  readonly name: string;
  /** The announced `Content-Type`. */
  readonly contentType: string;
  /** True if a browser may show the bytes inline. */
  readonly disposition: 'attachment' | 'inline';
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** The file's own time of last change, in milliseconds since 1970. */
  readonly modifiedAt: number;
  /** Milliseconds since 1970 when the file was requested. */
  readonly askedAt: number;
  /** Returns an address of the store that serves the bytes for a minute; undefined when they are only served here. */
  readonly directAddress: () => Promise<string | undefined>;
  /** Opens the bytes, or a range of them. */
  readonly open: (span?: ByteSpan) => Promise<BlobBytes>;
}

/** A content of a file, which an actor has been let through to. */
export interface FileContent {
  readonly ownerId: string;
  readonly name: string;
  readonly mimetype: string | null;
  /** The file's own time of last change, in milliseconds since 1970. */
  readonly modifiedAt: number;
  readonly blob: BlobRow;
}

export interface DownloadsService {
  /** @throws item.not_found (folders have no bytes), item.damaged (opening the bytes, too), download.disabled */
  open(actor: Actor, id: string, options: { readonly attachment: boolean }): Promise<FileBytes>;
  /** Returns how the bytes of a content are sent to an actor; opening them throws item.damaged. */
  bytesOf(actor: Actor, content: FileContent, options: { readonly attachment: boolean }): FileBytes;
}

/**
 * Returns the range of all bytes; undefined for an empty file. A store that knows the range need not ask for
 * the size first.
 */
const wholeOf = (size: number): ByteSpan | undefined =>
  size === 0 ? undefined : { start: 0, end: size - 1 };

export const createDownloadsService = ({
  files,
  stores,
  clock,
  isDirect,
}: {
  files: FilesService;
  stores: Pick<Stores, 'get'>;
  clock: Clock;
  /** Tells whether clients may download directly from the store. */
  isDirect: () => Promise<boolean>;
}): DownloadsService => {
  const bytesOf: DownloadsService['bytesOf'] = (actor, content, { attachment }) => {
    const { blob, name } = content;
    const type = content.mimetype ?? unknownMediaType;
    return {
      ownerId: content.ownerId,
      name,
      contentType: contentTypeOf(type),
      disposition: dispositionOf(type, attachment),
      size: blob.size,
      sha256: blob.sha256,
      modifiedAt: content.modifiedAt,
      askedAt: clock.now(),
      directAddress: async () => {
        // A page must load its content from here, because stores do not send the security headers.
        if (!attachment || !(await isDirect())) return undefined;
        // An address serves anybody any number of times while it is valid, and would bypass the limit.
        if (actor.kind === 'guest' && actor.downloadLimit !== null) return undefined;
        return stores.get(blob.store_id).readAddress(normaliseKey(blob.key), {
          disposition: contentDisposition('attachment', name),
          type: contentTypeOf(type),
        });
      },
      open: async (span = wholeOf(blob.size)) => {
        try {
          return await stores.get(blob.store_id).read(normaliseKey(blob.key), span);
        } catch (error) {
          // The file is listed, so missing bytes are damage and never "not found".
          throw error instanceof BlobAbsentError ? new AppError('item.damaged', { cause: error }) : error;
        }
      },
    };
  };

  return {
    bytesOf,
    open: async (actor, id, options) => {
      const { item, blob } = await files.openFile(actor, id);
      const { owner_id: ownerId, name, mimetype, modified_at: modifiedAt } = item;
      return bytesOf(actor, { ownerId, name, mimetype, modifiedAt, blob }, options);
    },
  };
};
