import type { Selectable } from 'kysely';
import type { FileRequestRow, ShareRow } from '#db/tables/links.ts';
import type { UsersTable } from '#db/tables/users.ts';

/** The state of an owner's account, as it concerns their links. */
export type OwnerState = Pick<
  Selectable<UsersTable>,
  'status' | 'deleting_at' | 'can_upload' | 'can_download' | 'can_create_folder'
>;
export type ShareWithOwner = ShareRow & OwnerState;
export type RequestWithOwner = FileRequestRow & OwnerState;

/** Facts about an owner for guests of their link. */
export interface OwnerFacts {
  readonly first_name: string;
  readonly last_name: string;
  readonly avatar_id: string | null;
  readonly color: string;
}
