import type { Db } from '#db/database.ts';
import type { ImagesService, SentBytes } from '#features/images/index.ts';
import { AppError } from '#lib/app-error.ts';
import type { LockUser } from './user-lock.ts';
import { auditFieldsOf } from './users-changes.ts';
import { findManaged } from './users.repo.ts';
import type { Administrator, RecordActivity } from './users.types.ts';

/** Changes of a user's avatar by administrators. Each is recorded. */
export interface UsersAvatar {
  /**
   * @param formOk resolves when the fields that were sent beside the image are valid
   * @throws user.not_found, user.deleting; the faults of the image
   */
  setAvatar(
    admin: Administrator,
    id: string,
    image: { readonly bytes: SentBytes; readonly formOk: () => Promise<unknown> },
  ): Promise<void>;
  /** Removes the image, so that the letter tile is shown. */
  removeAvatar(admin: Administrator, id: string): Promise<void>;
}

export interface UsersAvatarDeps {
  readonly db: Db;
  readonly images: Pick<ImagesService, 'setAvatarOf' | 'removeAvatarOf'>;
  readonly lockUser: LockUser;
  readonly record: RecordActivity;
}

export const createUsersAvatar = ({ db, images, lockUser, record }: UsersAvatarDeps): UsersAvatar => ({
  setAvatar: ({ actor, caller }, id, { bytes, formOk }) =>
    images.setAvatarOf(actor, id, {
      bytes,
      formOk: async () => {
        await formOk();
        // Checked first: no image is decoded for an unknown user.
        if ((await findManaged(db, id)) === undefined) throw new AppError('user.not_found');
      },
      within: (work) =>
        lockUser(actor, id, async ({ trx }) => {
          await work(trx);
          const details = { name: 'avatar', to: true };
          await record(trx, { ...auditFieldsOf({ actor, caller }, id), kind: 'user.changed', details });
        }),
    }),
  removeAvatar: (admin, id) =>
    lockUser(admin.actor, id, async ({ trx }) => {
      if (!(await images.removeAvatarOf(trx, id))) return;
      const details = { name: 'avatar', to: false };
      await record(trx, { ...auditFieldsOf(admin, id), kind: 'user.changed', details });
    }),
});
