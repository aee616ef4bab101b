import { bareMediaType, extensionOf, typeOfExtension } from '#lib/media/media-type.ts';
import { sniff } from '#lib/media/media-sniff.ts';

/** Milliseconds that an unfinished upload may be idle, and that a finished one can be repeated. */
export const sessionLifetime = 24 * 60 * 60 * 1000;

/** Milliseconds that a guest's unfinished upload may be idle: its bytes take another person's quota. */
export const guestSessionLifetime = 60 * 60 * 1000;

/** The most unfinished uploads of one person, and of all guests of a link together. */
export const maxOpenSessions = { person: 1_000, link: 100 } as const;

/** Milliseconds after which a guest who starts anew has abandoned their earlier uploads: the page was reloaded. */
export const abandonedAfter = 30_000;

interface Extent {
  /** Length of the file, if known. */
  readonly size: number | null | undefined;
  /** Offset of the request's bytes in the file; undefined: where the server is. */
  readonly offset: number | undefined;
  /** Estimated length of the request's bytes. */
  readonly expected: number | undefined;
}

/** Returns the bytes to reserve before a request's bytes are received. @param received bytes that are stored already */
export const bytesNeeded = ({ size, offset, expected }: Extent, received: number): number =>
  Math.max(received, size ?? (offset ?? received) + (expected ?? 0));

export interface TypeClues {
  readonly name: string;
  /** The extension that the client names, if it does. */
  readonly extension: string;
  /** `Content-Type` as sent. */
  readonly declared: string | undefined;
  /** The first bytes, as far as they are known. */
  readonly head: Uint8Array | undefined;
}

/**
 * Returns the entry of the blacklist that blocks a file: by declared type, by extension, by the type of the
 * extension, or by its first bytes.
 *
 * @param blacklist media types (`image/png`, `image/*`) and bare extensions, lower case
 */
export const blockedEntry = (blacklist: readonly string[], clues: TypeClues): string | undefined => {
  if (blacklist.length === 0) return undefined;
  const sniffed = clues.head === undefined ? undefined : sniff(clues.head);
  const extensions = [extensionOf(clues.name), extensionOf(`.${clues.extension}`), sniffed?.extension ?? ''];
  const types = [bareMediaType(clues.declared), sniffed?.type, ...extensions.map(typeOfExtension)];
  const found = new Set([...extensions, ...types].filter((clue) => clue !== undefined && clue !== ''));
  for (const type of types) if (type !== undefined) found.add(`${type.split('/')[0]}/*`);
  return blacklist.find((entry) => found.has(entry));
};

const checkpoint = { bytes: 64 * 1024 * 1024, leastBytes: 1024 * 1024, milliseconds: 1_000 } as const;

/**
 * Tells whether a checkpoint is due. A fast upload gets one after a number of bytes, a slow one every second,
 * so that a crash costs little on a slow connection.
 *
 * @param bytes since the last checkpoint
 * @param milliseconds since the last checkpoint
 */
export const isCheckpointDue = (bytes: number, milliseconds: number): boolean =>
  bytes >= checkpoint.bytes || (bytes >= checkpoint.leastBytes && milliseconds >= checkpoint.milliseconds);

/** More unclaimed blobs than this, and than this share of all, cannot be orphans of a crash. */
const maxUnclaimed = 20;
const maxUnclaimedShare = 0.1;

/**
 * Tells whether so many blobs have no row that the database must be older than they are, and nothing may be
 * removed.
 */
export const areRowsMissing = (unclaimed: number, listed: number): boolean =>
  unclaimed > Math.max(maxUnclaimed, listed * maxUnclaimedShare);
