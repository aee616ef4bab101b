import type { Selection } from '#features/files/index.ts';
import type { BlobBytes, ByteSpan } from '#ports/blob-store.ts';

/** What an archive is made of, as callers name it and as it is kept for a day. */
export type ZipSelection = Selection;

/** Facts of an archive that is laid out. */
export interface ArchiveFacts {
  /** Bytes. */
  readonly size: number;
  readonly entries: number;
  /** Another one wherever a byte of the archive would be: 64 hexadecimal digits. */
  readonly digest: string;
}

/** An archive none of whose files has been read. */
export interface Archive {
  /** The account whose files are in it. */
  readonly ownerId: string;
  readonly name: string;
  /** Undefined while it is being laid out: it can be sent whole then, and in no part. */
  readonly facts: ArchiveFacts | undefined;
  /** The archive, as downloads through links are counted: the digest, or what was asked for where there is none yet. */
  readonly subject: string;
  /** Milliseconds since 1970 when it was asked for. */
  readonly askedAt: number;
  /** Opens the archive, or a span of it where its facts are known. */
  readonly open: (span?: ByteSpan) => Promise<BlobBytes>;
  /** To be called when the archive is no longer needed: what is known of it takes memory, of which there is so much. */
  readonly release: () => void;
}

/** A selection that is kept for a day. */
export interface PreparedZip extends Pick<Archive, 'name' | 'facts'> {
  readonly id: string;
}
