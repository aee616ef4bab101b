import type { ItemRow } from '#db/tables/files.ts';
import type { OwnerFacts, ShareWithOwner } from '#features/links/index.ts';
import type { GuestActor } from '#lib/actor.ts';

/** Facts about a link for its guest. */
export interface OpenedFacts {
  readonly guest: GuestActor;
  readonly share: ShareWithOwner;
  readonly item: ItemRow;
  readonly owner: OwnerFacts;
}
