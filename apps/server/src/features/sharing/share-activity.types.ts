import type { ItemRow } from '#db/tables/files.ts';
import type { ShareDeedRow, ShareRow } from '#db/tables/links.ts';

export interface DeedsPage {
  readonly deeds: readonly ShareDeedRow[];
  readonly next: string | null;
  /** Of the first page: deeds that were not taken back. */
  readonly standing: number | null;
}

/** What came of taking deeds back. */
export interface Reverted {
  readonly reverted: number;
  /** Those that something has changed about since. */
  readonly kept: number;
  /** Older deeds than this one are still to be taken back; null: none. */
  readonly next: string | null;
}

/** An owner's link; what it leads to is null where that is not there any more. */
export type NotedLink = Pick<
  ShareRow,
  'id' | 'token' | 'item_id' | 'unseen' | 'visitors' | 'last_deed' | 'revoked_at' | 'expires_at'
> & {
  readonly [Key in 'name' | 'parent_id' | 'deleted_at']: ItemRow[Key] | null;
};

/** A link that is out of sight: it has ended, or leads into the trash. */
export interface EndedLink extends Pick<NotedLink, 'id' | 'token' | 'item_id' | 'unseen' | 'name'> {
  /** Null: it has not ended. */
  readonly endedAt: number | null;
  readonly deeds: number;
}

export interface EndedLinks {
  readonly links: readonly EndedLink[];
  /** There are others, which ended earlier. */
  readonly more: boolean;
}
