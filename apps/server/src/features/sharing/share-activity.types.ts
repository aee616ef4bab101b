import type { ItemRow } from '#db/tables/files.ts';
import type { ShareActivityRow, ShareRow } from '#db/tables/links.ts';

export interface ActivityPage {
  readonly entries: readonly ShareActivityRow[];
  readonly next: string | null;
  /** Of the first page: entries that were not taken back. */
  readonly revertible: number | null;
}

/** What came of taking entries back. */
export interface Reverted {
  readonly reverted: number;
  /** Those that something has changed about since. */
  readonly kept: number;
  /** Older entries than this one are still to be taken back; null: none. */
  readonly next: string | null;
}

/** An owner's link; what it leads to is null where that is not there any more. */
export type OwnedLink = Pick<
  ShareRow,
  'id' | 'token' | 'item_id' | 'unseen' | 'visitors' | 'last_deed' | 'revoked_at' | 'expires_at'
> & {
  readonly [Key in 'name' | 'parent_id' | 'deleted_at']: ItemRow[Key] | null;
};

/** A link that is out of sight: it has ended, or leads into the trash. */
export interface EndedLink extends Pick<OwnedLink, 'id' | 'token' | 'item_id' | 'unseen' | 'name'> {
  /** Null: it has not ended. */
  readonly endedAt: number | null;
  readonly entries: number;
}

export interface EndedLinks {
  readonly links: readonly EndedLink[];
  /** There are others, which ended earlier. */
  readonly more: boolean;
}
