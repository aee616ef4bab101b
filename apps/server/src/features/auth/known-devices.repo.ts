import type { Db } from '#db/database.ts';

/** Finds the device of a cookie, if it is known to the account with this address. */
export const findDevice = async (
  db: Db,
  { hash, emailKey, now }: { readonly hash: string; readonly emailKey: string; readonly now: number },
): Promise<string | undefined> => {
  const found = await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('known_devices.token_hash')
    .where('known_devices.token_hash', '=', hash)
    .where('known_devices.expires_at', '>', now)
    .where('users.email_key', '=', emailKey)
    .executeTakeFirst();
  return found?.token_hash;
};

interface DeviceUse {
  readonly hash: string;
  readonly userId: string;
  readonly expiresAt: number;
}

/** Extends a device's lifetime, and may replace its cookie. @returns whether the account knows it */
export const extendDevice = async (
  db: Db,
  { hash, nextHash, userId, expiresAt }: DeviceUse & { readonly nextHash: string },
): Promise<boolean> => {
  const extended = await db
    .updateTable('known_devices')
    .set({ token_hash: nextHash, expires_at: expiresAt })
    .where('token_hash', '=', hash)
    .where('user_id', '=', userId)
    .returning('token_hash')
    .executeTakeFirst();
  return extended !== undefined;
};

export const insertDevice = async (db: Db, { hash, userId, expiresAt }: DeviceUse): Promise<void> => {
  await db
    .insertInto('known_devices')
    .values({ token_hash: hash, user_id: userId, expires_at: expiresAt })
    .execute();
};

/** Deletes all devices of an account except the latest used. */
export const removeOldestDevices = async (
  db: Db,
  { userId, keep }: { readonly userId: string; readonly keep: number },
): Promise<void> => {
  await db
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('token_hash', 'not in', (eb) =>
      eb
        .selectFrom('known_devices')
        .select('token_hash')
        .where('user_id', '=', userId)
        .orderBy('expires_at', 'desc')
        .orderBy('token_hash')
        .limit(keep),
    )
    .execute();
};

export const removeExpiredDevices = async (db: Db, now: number): Promise<void> => {
  await db.deleteFrom('known_devices').where('expires_at', '<=', now).execute();
};
