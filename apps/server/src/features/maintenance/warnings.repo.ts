import { z } from 'zod';
import { warningCodes } from '@holdall/contract/admin-server';
import type { Db, Trx } from '#db/database.ts';
import type { OpenWarning } from './warnings.types.ts';

/**
 * Prefix of the names of warnings, beside the settings: each is a row, so that of many servers one opens it and one
 * ends it.
 */
const prefix = 'maintenance:warning:';
/** The first name after that prefix. */
const afterPrefix = 'maintenance:warning;';
/** Warnings that are read at most: a few of each server. */
const atMost = 500;

const kept = z.object({
  code: z.enum(warningCodes),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  since: z.number(),
  isReported: z.boolean(),
});

const valueOf = ({ code, facts, since, isReported }: OpenWarning): string =>
  JSON.stringify({ code, facts, since, isReported });

/** Lists all warnings, the oldest first. An unknown one of another version is skipped. */
export const listWarnings = async (db: Db): Promise<OpenWarning[]> => {
  const rows = await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', '>=', prefix)
    .where('name', '<', afterPrefix)
    .limit(atMost)
    .execute();
  return rows
    .flatMap(({ name, value }) => {
      const { success, data } = kept.safeParse(JSON.parse(value));
      return success ? [{ ...data, name: name.slice(prefix.length) }] : [];
    })
    .toSorted((a, b) => a.since - b.since);
};

/** @returns false if another server has opened it */
export const insertWarning = async (trx: Trx, warning: OpenWarning, now: number): Promise<boolean> => {
  const row = await trx
    .insertInto('settings')
    .values({ name: prefix + warning.name, value: valueOf(warning), updated_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
};

/** Replaces a warning as it was read, and confirms it. @returns false if it has changed */
export const replaceWarning = async (
  trx: Trx,
  [before, after]: readonly [OpenWarning, OpenWarning],
  now: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('settings')
    .set({ value: valueOf(after), updated_at: now })
    .where('name', '=', prefix + before.name)
    .where('value', '=', valueOf(before))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** @returns false if another server has ended it */
export const removeWarning = async (trx: Trx, name: string): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('settings')
    .where('name', '=', prefix + name)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Deletes warnings that were not confirmed since a time, of servers that are gone. */
export const removeStaleWarnings = async (db: Db, before: number): Promise<void> => {
  await db
    .deleteFrom('settings')
    .where('name', '>=', prefix)
    .where('name', '<', afterPrefix)
    .where('updated_at', '<', before)
    .execute();
};

/** Returns when the application was installed, in milliseconds since 1970. */
export const findInstalledAt = async (db: Db): Promise<number | undefined> =>
  (await db.selectFrom('settings').select('updated_at').where('name', '=', 'installed_at').executeTakeFirst())
    ?.updated_at;
