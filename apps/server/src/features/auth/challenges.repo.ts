import type { Insertable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { SignInChallengeRow, SignInChallengesTable } from '#db/tables/accounts.ts';

export const insertChallenge = async (
  db: Db,
  challenge: Omit<Insertable<SignInChallengesTable>, 'attempts'>,
): Promise<void> => {
  await db.insertInto('sign_in_challenges').values(challenge).execute();
};

/** Finds a challenge that may still be answered. */
export const findChallenge = (
  db: Db,
  tokenHash: string,
  { now, most }: { now: number; most: number },
): Promise<SignInChallengeRow | undefined> =>
  db
    .selectFrom('sign_in_challenges')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('attempts', '<', most)
    .executeTakeFirst();

/**
 * Counts one more answer before it is checked, so that concurrent answers cannot exceed the limit.
 *
 * @returns whether it may be checked
 */
export const countAnswer = async (db: Db, tokenHash: string, most: number): Promise<boolean> => {
  const counted = await db
    .updateTable('sign_in_challenges')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('attempts', '<', most)
    .returning('attempts')
    .executeTakeFirst();
  return counted !== undefined;
};

/** @returns whether it existed: of two that complete it at once one succeeds */
export const removeChallenge = async (db: Db, tokenHash: string): Promise<boolean> => {
  const removed = await db
    .deleteFrom('sign_in_challenges')
    .where('token_hash', '=', tokenHash)
    .returning('token_hash')
    .executeTakeFirst();
  return removed !== undefined;
};

export const removeChallengesOf = async (db: Db, userId: string): Promise<void> => {
  await db.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute();
};

export const removeExpiredChallenges = async (db: Db, now: number): Promise<void> => {
  await db.deleteFrom('sign_in_challenges').where('expires_at', '<=', now).execute();
};
