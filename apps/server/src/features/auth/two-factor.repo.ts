import type { Db } from '#db/database.ts';
import type { TwoFactorRow } from '#db/tables/accounts.ts';

export const findTwoFactor = (db: Db, userId: string): Promise<TwoFactorRow | undefined> =>
  db.selectFrom('two_factor').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Saves an unconfirmed secret, or replaces one. @returns whether two-factor sign-in was not on */
export const saveUnconfirmed = async (
  db: Db,
  { userId, secret, now }: { userId: string; secret: string; now: number },
): Promise<boolean> => {
  const saved = await db
    .insertInto('two_factor')
    .values({ user_id: userId, secret, created_at: now, confirmed_at: null, last_step: null })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret, created_at: now, last_step: null })
        .where('two_factor.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return saved !== undefined;
};

/** Confirms a secret. @returns whether it is the unconfirmed one */
export const confirmTwoFactor = async (
  db: Db,
  { userId, secret, step, now }: { userId: string; secret: string; step: number; now: number },
): Promise<boolean> => {
  const confirmed = await db
    .updateTable('two_factor')
    .set({ confirmed_at: now, last_step: step })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return confirmed !== undefined;
};

/** Uses a time step up. @returns whether neither it nor a later one was used before: of two at once one succeeds */
export const takeStep = async (
  db: Db,
  { userId, secret, step }: { userId: string; secret: string; step: number },
): Promise<boolean> => {
  const taken = await db
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is not', null)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .returning('user_id')
    .executeTakeFirst();
  return taken !== undefined;
};

/** @returns whether it was on */
export const removeTwoFactor = async (db: Db, userId: string): Promise<boolean> => {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const removed = await db
    .deleteFrom('two_factor')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return removed !== undefined && removed.confirmed_at !== null;
};

export const replaceRecoveryCodes = async (
  db: Db,
  userId: string,
  hashes: readonly string[],
): Promise<void> => {
  // Locks the row, so that of two concurrent renewals only the later codes remain.
  await db.updateTable('two_factor').set({ user_id: userId }).where('user_id', '=', userId).execute();
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash, used_at: null })))
    .execute();
};

/** @returns whether the code existed and was unused: of two at once one succeeds */
export const takeRecoveryCode = async (
  db: Db,
  { userId, hash, now }: { userId: string; hash: string; now: number },
): Promise<boolean> => {
  const taken = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst();
  return taken !== undefined;
};

export const countUnusedCodes = async (db: Db, userId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
};
