import type { Selection } from '#features/files/index.ts';
import type { BlobBytes, ByteSpan } from '#ports/blob-store.ts';

/** The selection of an archive, as sent by clients and as stored for a day. */
export type ZipSelection = Selection;

/** The facts of an archive whose layout is complete. */
export interface ArchiveFacts {
  /** Bytes. */
  readonly size: number;
  readonly entries: number;
  /** Hash that differs whenever a byte of the archive does: 64 hexadecimal digits. */
  readonly digest: string;
}

/** An archive, none of whose files has been read yet. */
export interface Archive {
  /** The account whose files are in it. */
  readonly ownerId: string;
  readonly name: string;
  /** Undefined while its layout is built: until then it can be sent only as a whole. */
  readonly facts: ArchiveFacts | undefined;
  /**
   * The identity by which downloads through links are counted: the digest, or that of the request when there
   * is none yet.
   */
  readonly subject: string;
  /** Milliseconds since 1970 when it was requested. */
  readonly askedAt: number;
  /** Opens the archive, or a range of it once its facts are known. */
  readonly open: (span?: ByteSpan) => Promise<BlobBytes>;
  /** Releases the memory of the layout; call it when the archive is no longer needed. */
  readonly release: () => void;
}

/** A selection that is stored for a day. */
export interface PreparedZip extends Pick<Archive, 'name' | 'facts'> {
  readonly id: string;
}
