import type { Db } from '#db/database.ts';
import type { JobsService } from '#features/jobs/index.ts';
import type { ImagesService } from '#features/images/index.ts';
import type { SettingsService } from '#features/settings/index.ts';
import type { UsageService } from '#features/usage/index.ts';
import type { UsersService } from '#features/users/index.ts';
import type { Clock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';
import { createCredentials, type CredentialsDeps } from './credentials.ts';
import { createDeletion, type Erasure } from './deletion.ts';
import { createLockUser, announceLocked } from './user-lock.ts';
import { createOperator, type Operator } from './operator.ts';
import { createUsersAccess, type UsersAccess } from './users-access.ts';
import { createUsersAvatar, type UsersAvatar } from './users-avatar.ts';
import { createUsersChanges, type UsersChanges } from './users-changes.ts';
import { createUsersReads, type UsersReads } from './users-reads.ts';
import type { Administrator, RecordActivity } from './users.types.ts';

/** The administration of accounts. */
export interface AdminUsersService extends UsersReads, UsersChanges, UsersAccess, UsersAvatar {
  /**
   * Hides an account at once, and deletes it with its data in the background.
   *
   * @param typed the name that the administrator typed
   * @throws user.yourself, user.last_admin; request.invalid for another name
   */
  remove(admin: Administrator, id: string, typed: string): Promise<void>;
  /** The subcommands of the server's command line. */
  readonly operator: Operator;
  /** Begins to delete a throwaway account of the demo. */
  endDemo(id: string): Promise<void>;
  /** Continues deletions that have begun. */
  resume(): Promise<void>;
}

export interface AdminUsersDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: Events;
  readonly settings: SettingsService;
  readonly jobs: JobsService;
  readonly users: UsersService;
  readonly usage: UsageService;
  readonly account: CredentialsDeps['account'];
  readonly auth: CredentialsDeps['auth'];
  readonly mail: CredentialsDeps['mail'];
  readonly record: RecordActivity;
  readonly images: Pick<ImagesService, 'dropAvatar' | 'setAvatarOf' | 'removeAvatarOf'>;
  /** Erasures of data that belongs to an account, in the order in which they run. */
  readonly erasures: readonly Erasure[];
}

export const createAdminUsersService = (deps: AdminUsersDeps): AdminUsersService => {
  const credentials = createCredentials(deps);
  const lock = createLockUser(deps.db);
  const lockUser = announceLocked(lock, deps.events);
  const parts = { ...deps, credentials, lockUser };
  const reading = createUsersReads(parts);
  const deletion = createDeletion({
    ...parts,
    dropAvatar: (trx, imageId) => deps.images.dropAvatar(trx, imageId),
  });
  return {
    ...reading,
    ...createUsersChanges(parts),
    ...createUsersAccess({ ...parts, lockUser: lock, announceLocked: lockUser }),
    ...createUsersAvatar(parts),
    operator: createOperator(parts),
    remove: (admin, id, typed) => deletion.begin(admin, id, typed),
    endDemo: (id) => deletion.endDemo(id),
    resume: () => deletion.resume(),
  };
};
