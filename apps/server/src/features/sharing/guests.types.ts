import type { ItemRow } from '#db/tables/files.ts';
import type { ShareWithOwner } from '#features/links/index.ts';
import type { GuestActor } from '#http/actor.ts';

/** What those may know of an owner who have their link. */
export interface OwnerFacts {
  readonly first_name: string;
  readonly last_name: string;
  readonly avatar_id: string | null;
  readonly color: string;
}

/** What a guest sees of the link that let them in. */
export interface OpenedFacts {
  readonly guest: GuestActor;
  readonly share: ShareWithOwner;
  readonly item: ItemRow;
  readonly owner: OwnerFacts;
}
