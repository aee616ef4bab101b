/** Milliseconds within which the saves of one person make one version. */
const quickSavesWithin = 60_000;

/** A content that gives way to another one. */
export interface FormerContent {
  /** Bytes. */
  readonly size: number;
  /** When its bytes were stored, and by which principal, as far as it is known. */
  readonly created_at: number;
  readonly stored_by: string | null;
  /** When the newest version of its file was replaced; null: the file has none. */
  readonly newestAt: number | null;
}

/** A save, as far as it decides what becomes of the former content. */
export interface Save {
  /** Bytes of the new content. */
  readonly size: number;
  /** The saving principal; undefined: a change that is no save, before which the content is kept in any case. */
  readonly savedBy: string | undefined;
  /** False: an administrator has turned versions off. True by default. */
  readonly keepsVersions?: boolean;
  readonly now: number;
}

/** Guests without a cookie cannot be told apart: they have no visit after the last colon. */
const isIdentified = (principal: string): boolean => !principal.endsWith(':');

/**
 * Tells what becomes of a content when another takes its place. A content of no bytes is nothing to come back to. Of several
 * saves in quick succession the content before the first is kept, which is the newest version then, and those in
 * between are not; all of them were stored since. A restored content was stored earlier, so it is kept. Nothing gives way to an empty
 * content: programs empty a file before they write it, and may fail to.
 */
export const fateOf = (
  former: FormerContent,
  { size, savedBy, keepsVersions = true, now }: Save,
): 'kept' | 'empty' | 'coalesced' | 'dropped' => {
  if (former.size === 0) return 'empty';
  if (!keepsVersions && savedBy !== undefined) return 'dropped';
  if (size === 0 || former.newestAt === null) return 'kept';
  if (savedBy === undefined || former.stored_by !== savedBy || !isIdentified(savedBy)) return 'kept';
  const isSince = former.created_at >= former.newestAt;
  return isSince && now - former.newestAt < quickSavesWithin ? 'coalesced' : 'kept';
};
