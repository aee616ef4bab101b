import type { FilesService } from '#features/files/index.ts';
import type { Actor } from '#http/actor.ts';
import { AppError } from '#lib/app-error.ts';
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
  /** Opens the bytes, or a span of them. */
  readonly open: (span?: ByteSpan) => Promise<BlobBytes>;
}

export interface DownloadsService {
  /** @throws item.not_found (folders have no bytes), download.disabled */
  open(actor: Actor, id: string, wish: { readonly attachment: boolean }): Promise<FileBytes>;
}

export const createDownloadsService = ({
  files,
  blobs,
  clock,
}: {
  files: FilesService;
  blobs: BlobStore;
  clock: Clock;
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
      open: async (span) => {
        try {
          return await blobs.read(normaliseKey(blob.key), span);
        } catch (error) {
          // The file is listed: that its bytes are gone is damage, and never "not found".
          throw error instanceof BlobAbsentError ? new AppError('server.failed', { cause: error }) : error;
        }
      },
    };
  },
});
