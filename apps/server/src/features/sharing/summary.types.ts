import type { ItemRow } from '#db/tables/files.ts';
import type { ShareDeedRow, ShareRow } from '#db/tables/links.ts';

/** A link as far as counting goes; what it leads to is null where that is not there any more. */
export type NotedLink = Pick<ShareRow, 'id' | 'token' | 'unseen' | 'revoked_at' | 'expires_at'> & {
  readonly [Key in 'name' | 'parent_id' | 'deleted_at']: ItemRow[Key] | null;
};

export type UnseenDeed = Pick<ShareDeedRow, 'share_id' | 'visit' | 'at'>;

/** What an owner is told of all links at once. */
export interface LinksSummary {
  readonly links: number;
  readonly unseen: number;
  readonly latest:
    | { readonly token: string; readonly name: string | null; readonly visit: number; readonly at: number }
    | undefined;
}
