import type { ItemRow } from '#db/tables/files.ts';
import type { OwnerFacts, ShareWithOwner } from '#features/links/index.ts';
import type { GuestActor } from '#http/actor.ts';

/** What a guest sees of the link that let them in. */
export interface OpenedFacts {
  readonly guest: GuestActor;
  readonly share: ShareWithOwner;
  readonly item: ItemRow;
  readonly owner: OwnerFacts;
}
