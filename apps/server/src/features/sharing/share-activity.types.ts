import type { ItemRow } from '#db/tables/files.ts';
import type { ShareRow } from '#db/tables/links.ts';
import type { OperationRow } from '#db/tables/operations.ts';
import type { GuestOperationKind } from '#features/links/index.ts';

/** An entry of share activity: an operation that a guest of a link has made. */
export interface GuestOperation extends Pick<
  OperationRow,
  'id' | 'created_at' | 'count' | 'name' | 'to_name' | 'reverted_at'
> {
  readonly kind: GuestOperationKind;
  readonly share_id: string;
  readonly visit: number;
}

export interface ActivityPage {
  readonly entries: readonly GuestOperation[];
  readonly next: string | null;
  /** On the first page: the number of entries that were not reverted. */
  readonly revertible: number | null;
}

/** The result of reverting entries. */
export interface Reverted {
  readonly reverted: number;
  /** Entries whose items have changed since. */
  readonly kept: number;
  /** Entries older than this one remain to be reverted; null if none do. */
  readonly next: string | null;
}

/** An owner's link; the fields of its item are null if that is gone. */
export type OwnedLink = Pick<
  ShareRow,
  'id' | 'token' | 'item_id' | 'unseen' | 'visitors' | 'last_operation' | 'revoked_at' | 'expires_at'
> & {
  readonly [Key in 'name' | 'parent_id' | 'deleted_at']: ItemRow[Key] | null;
};

/** A link that is not live: it has ended, or leads into the trash. */
export interface EndedLink extends Pick<OwnedLink, 'id' | 'token' | 'item_id' | 'unseen' | 'name'> {
  /** Null if it has not ended. */
  readonly endedAt: number | null;
  readonly entries: number;
}

export interface EndedLinks {
  readonly links: readonly EndedLink[];
  /** True if there are others, which ended earlier. */
  readonly more: boolean;
}
