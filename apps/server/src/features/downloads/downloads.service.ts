import type { FilesService } from '#features/files/index.ts';
import type { Actor } from '#http/actor.ts';
import { AppError } from '#lib/app-error.ts';
import { contentDisposition } from '#lib/content-disposition.ts';
import { unknownMediaType } from '#lib/media-type.ts';
import {
  BlobAbsentError,
  type BlobBytes,
  type BlobStore,
  type ByteSpan,
  normaliseKey,
} from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import { contentTypeOf, dispositionOf } from './downloads.rules.ts';

export interface FileBytes {
  /** Whose file it is. */
  readonly ownerId: string;
  readonly name: string;
  /** `Content-Type` to announce. */
  readonly contentType: string;
  /** Whether a browser may show the bytes in place. */
  readonly disposition: 'attachment' | 'inline';
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Milliseconds since 1970 when these bytes came. */
  readonly storedAt: number;
  /** Milliseconds since 1970 when the file was asked for. */
  readonly askedAt: number;
  /** An address of the store that the bytes can be had from for a minute; undefined where they come through here alone. */
  readonly directAddress: () => Promise<string | undefined>;
  /** Opens the bytes, or a span of them. */
  readonly open: (span?: ByteSpan) => Promise<BlobBytes>;
}

export interface DownloadsService {
  /** @throws item.not_found (folders have no bytes), item.damaged (opening the bytes, too), download.disabled */
  open(actor: Actor, id: string, options: { readonly attachment: boolean }): Promise<FileBytes>;
}

/** All bytes of a file; undefined where it has none. A store that is told needs not look first. */
const wholeOf = (size: number): ByteSpan | undefined =>
  size === 0 ? undefined : { start: 0, end: size - 1 };

export const createDownloadsService = ({
  files,
  blobs,
  clock,
  isDirect,
}: {
  files: FilesService;
  blobs: Pick<BlobStore, 'read' | 'readAddress'>;
  clock: Clock;
  /** Whether files may come straight from where they are kept. */
  isDirect: () => Promise<boolean>;
}): DownloadsService => ({
  open: async (actor, id, { attachment }) => {
    const { item, blob } = await files.openFile(actor, id);
    const type = item.mimetype ?? unknownMediaType;
    return {
      ownerId: item.owner_id,
      name: item.name,
      contentType: contentTypeOf(type),
      disposition: dispositionOf(type, attachment),
      size: blob.size,
      sha256: blob.sha256,
      storedAt: blob.created_at,
      askedAt: clock.now(),
      directAddress: async () => {
        // Whatever is shown in a page goes through here: no store sends our security headers.
        if (!attachment || !(await isDirect())) return undefined;
        // An address serves anybody, any number of times, while it holds: it would be a way round the limit.
        if (actor.kind === 'guest' && actor.downloadLimit !== null) return undefined;
        return blobs.readAddress(normaliseKey(blob.key), {
          disposition: contentDisposition('attachment', item.name),
          type: contentTypeOf(type),
        });
      },
      open: async (span = wholeOf(blob.size)) => {
        try {
          return await blobs.read(normaliseKey(blob.key), span);
        } catch (error) {
          // The file is listed: that its bytes are gone is damage, and never "not found".
          throw error instanceof BlobAbsentError ? new AppError('item.damaged', { cause: error }) : error;
        }
      },
    };
  },
});
