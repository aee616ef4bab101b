import type { updateManagedUser, updateUserRestrictions } from '@holdall/contract/admin-users';
import type { BodyOf } from '@holdall/contract/endpoint';
import type { Role } from '@holdall/contract/permissions';
import type { JobsService } from '#features/jobs/index.ts';
import type { UsageService } from '#features/usage/index.ts';
import type { UsersService } from '#features/users/index.ts';
import { AppError, invalidField } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import type { LockedUser, LockUser } from './user-lock.ts';
import { updateManaged, updateProfile } from './users.repo.ts';
import type { Administrator, Credentials, RecordActivity } from './users.types.ts';

type Change = BodyOf<typeof updateManagedUser>;
type Restrictions = BodyOf<typeof updateUserRestrictions>;
/** Bytes; null: unlimited; `default`: as the settings have it. */
export type Capacity = number | null | 'default';

/** Changes of an account by administrators. Each is recorded with its previous value. */
export interface UsersChanges {
  /**
   * Changes the profile; or suspends the user, which ends all sessions, or lifts the suspension.
   *
   * @throws user.yourself, user.own_email, user.last_admin; request.invalid if the e-mail has an account
   */
  change(admin: Administrator, id: string, change: Change): Promise<void>;
  /** Changes the role and ends all sessions, so that the next sign-in has it from the start. @throws user.last_admin */
  changeRole(admin: Administrator, id: string, role: Role): Promise<void>;
  changeCapacity(admin: Administrator, id: string, capacity: Capacity): Promise<void>;
  restrict(admin: Administrator, id: string, restrictions: Restrictions): Promise<void>;
}

export interface UsersChangesDeps {
  readonly clock: Clock;
  readonly usage: UsageService;
  readonly users: UsersService;
  readonly jobs: Pick<JobsService, 'nudge'>;
  readonly lockUser: LockUser;
  readonly credentials: Credentials;
  readonly record: RecordActivity;
}

const profileFields = ['first_name', 'last_name', 'country', 'timezone'] as const;

/** Returns who did something to whom, as fields of a log entry. */
export const auditFieldsOf = ({ actor, caller }: Administrator, userId: string) => ({
  actorId: actor.id,
  userId,
  address: caller.address,
  userAgent: caller.userAgent,
});

export const createUsersChanges = ({
  clock,
  usage,
  users,
  jobs,
  lockUser,
  credentials,
  record,
}: UsersChangesDeps): UsersChanges => {
  const changeProfile = async ({ trx, user }: LockedUser, admin: Administrator, change: Change) => {
    const changed = profileFields.filter(
      (field) => change[field] !== undefined && change[field] !== user[field],
    );
    if (changed.length === 0) return;
    await updateProfile(trx, user.id, Object.fromEntries(changed.map((field) => [field, change[field]])));
    for (const name of changed) {
      const details = { name, from: user[name], to: change[name] ?? null };
      await record(trx, { ...auditFieldsOf(admin, user.id), kind: 'user.changed', details });
    }
  };

  const changeEmail = async ({ trx, user }: LockedUser, admin: Administrator, { email }: Change) => {
    if (email === undefined || email === user.email) return;
    // An administrator's own e-mail needs the password and a confirmation: a stolen session must not bypass both.
    if (user.id === admin.actor.id) throw new AppError('user.own_email');
    await users.changeEmail(trx, user.id, email);
    // Links that were sent to the old address must not open the account.
    await credentials.revokeLinksOf(trx, user.id);
    await credentials.mailEmailChanged(trx, user, email);
    const details = { name: 'email', from: user.email, to: email };
    await record(trx, { ...auditFieldsOf(admin, user.id), kind: 'user.changed', details });
  };

  const suspend = async (
    { trx, user, refuse }: LockedUser,
    admin: Administrator,
    reason: string | null,
  ): Promise<readonly string[]> => {
    refuse('suspend');
    if (user.status === 'suspended' && user.suspended_reason === reason) return [];
    await updateManaged(trx, user.id, {
      status: 'suspended',
      suspended_reason: reason,
      updated_at: clock.now(),
    });
    const ended = await credentials.endSessionsOf(trx, user.id);
    await record(trx, { ...auditFieldsOf(admin, user.id), kind: 'user.suspended', details: { reason } });
    return ended;
  };

  const reactivate = async ({ trx, user }: LockedUser, admin: Administrator): Promise<void> => {
    if (user.status === 'active') return;
    await updateManaged(trx, user.id, {
      status: 'active',
      suspended_reason: null,
      updated_at: clock.now(),
    });
    await record(trx, { ...auditFieldsOf(admin, user.id), kind: 'user.reactivated' });
  };

  const changeStatus = async (
    locked: LockedUser,
    admin: Administrator,
    { status = locked.user.status, reason }: Change,
  ): Promise<readonly string[]> => {
    if (status === 'suspended') {
      const kept = locked.user.suspended_reason;
      return suspend(locked, admin, (reason === undefined ? kept : reason) || null);
    }
    if (reason !== undefined && reason !== null && reason !== '')
      throw invalidField('reason', 'Only a suspension can have a reason.');
    await reactivate(locked, admin);
    return [];
  };

  return {
    change: async (admin, id, change) => {
      const ended = await lockUser(admin.actor, id, async (locked) => {
        await changeProfile(locked, admin, change);
        await changeEmail(locked, admin, change);
        return change.status === undefined && change.reason === undefined
          ? []
          : changeStatus(locked, admin, change);
      });
      credentials.announce(ended);
      jobs.nudge();
    },
    changeRole: async (admin, id, role) => {
      const ended = await lockUser(admin.actor, id, async ({ trx, user, refuse }) => {
        if (user.role === role) return [];
        if (role !== 'admin') refuse('demote');
        await updateManaged(trx, id, { role, updated_at: clock.now() });
        const details = { from: user.role, to: role };
        await record(trx, { ...auditFieldsOf(admin, id), kind: 'user.role_changed', details });
        return credentials.endSessionsOf(trx, id);
      });
      credentials.announce(ended);
    },
    changeCapacity: (admin, id, capacity) =>
      lockUser(admin.actor, id, async ({ trx, user }) => {
        const from = user.own_capacity > 0 ? user.capacity : 'default';
        if (from === capacity) return;
        await usage.setCapacity(id, capacity, trx);
        const details = { from, to: capacity };
        await record(trx, { ...auditFieldsOf(admin, id), kind: 'user.capacity_changed', details });
      }),
    restrict: (admin, id, { canUpload, canDownload, canCreateFolder, reason }) =>
      lockUser(admin.actor, id, async ({ trx, user }) => {
        const restricted = !(canUpload && canDownload && canCreateFolder);
        const given = reason === undefined ? user.restriction_reason : reason || null;
        const values = {
          can_upload: canUpload ? (1 as const) : (0 as const),
          can_download: canDownload ? (1 as const) : (0 as const),
          can_create_folder: canCreateFolder ? (1 as const) : (0 as const),
          // A user without restrictions is told no reason.
          restriction_reason: restricted ? given : null,
        };
        const names = Object.keys(values) as (keyof typeof values)[];
        if (names.every((name) => values[name] === user[name])) return;
        await updateManaged(trx, id, { ...values, updated_at: clock.now() });
        const details = { canUpload, canDownload, canCreateFolder, reason: values.restriction_reason };
        await record(trx, { ...auditFieldsOf(admin, id), kind: 'user.restricted', details });
      }),
  };
};
