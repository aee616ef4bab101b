/** Milliseconds within which the saves of one person on one device make one version. */
const quickSavesWithin = 60_000;

/** A principal that saves, and its device (`deviceOf`). */
export interface SavedBy {
  readonly principal: string;
  readonly device: string | null;
}

/** A content that gives way to another one. */
export interface FormerContent {
  /** Bytes. */
  readonly size: number;
  /** The time, the principal and the device that its bytes were stored at, by and with, as far as they are known. */
  readonly created_at: number;
  readonly stored_by: string | null;
  readonly device: string | null;
  /** When the newest version of its file was replaced; null: the file has none. */
  readonly newestAt: number | null;
}

/** A save, as far as it decides what becomes of the former content. */
export interface Save {
  /** Bytes of the new content. */
  readonly size: number;
  /** Undefined: a change that is no save, before which the content is kept in any case. */
  readonly savedBy: SavedBy | undefined;
  /** True: the ledger has the change, whose undo brings an empty content back as well. False by default. */
  readonly isInLedger?: boolean;
  /** False: an administrator has turned versions off. True by default. */
  readonly keepsVersions?: boolean;
  readonly now: number;
}

/** Guests without a cookie cannot be told apart: they have no visit after the last colon. */
const isIdentified = (principal: string): boolean => !principal.endsWith(':');

/** Tells whether a content was stored by the same principal on the same device. */
const isSame = (former: FormerContent, { principal, device }: SavedBy): boolean =>
  former.stored_by === principal && former.device === device && isIdentified(principal);

/**
 * Tells what becomes of a content when another takes its place. An empty one is nothing to come back to, unless the ledger
 * needs it, and nothing gives way to it.
 */
export const fateOf = (
  former: FormerContent,
  { size, savedBy, isInLedger = false, keepsVersions = true, now }: Save,
): 'versioned' | 'empty' | 'coalesced' | 'dropped' => {
  if (former.size === 0 && !isInLedger) return 'empty';
  if (!keepsVersions && savedBy !== undefined) return 'dropped';
  if (size === 0 || former.newestAt === null) return 'versioned';
  if (savedBy === undefined || !isSame(former, savedBy)) return 'versioned';
  const isSince = former.created_at >= former.newestAt;
  return isSince && now - former.newestAt < quickSavesWithin ? 'coalesced' : 'versioned';
};
