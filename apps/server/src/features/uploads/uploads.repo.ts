import { type Insertable, sql } from 'kysely';
import { beginsWith } from '#db/begins-with.ts';
import type { Db } from '#db/database.ts';
import type { UploadSessionRow, UploadSessionsTable } from '#db/tables/files.ts';
import { leased, isLeaseFree, released, type Lease } from '#db/lease.ts';
import { areOf, type Whose } from '#features/links/index.ts';
import { guestPrincipals } from '#http/actor.ts';

export const findSession = (db: Db, principal: string, name: string): Promise<UploadSessionRow | undefined> =>
  db
    .selectFrom('upload_sessions')
    .selectAll()
    .where('principal', '=', principal)
    .where('name', '=', name)
    .executeTakeFirst();

/** Unfinished uploads. */
export const countOpenSessions = async (db: Db, whose: Whose): Promise<number> => {
  const { count } = await db
    .selectFrom('upload_sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(areOf(whose))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return count;
};

/** Bytes that lie there of the unfinished uploads of a link. @param except ids of uploads that do not count */
export const sumStaged = async (
  db: Db,
  { link, except }: { readonly link: string; readonly except: readonly string[] },
): Promise<number> => {
  const query = db
    .selectFrom('upload_sessions')
    .select(({ fn }) => fn.sum<number | string | null>('received').as('bytes'))
    .where(areOf({ link }))
    .where('state', '=', 'open');
  const { bytes } = await (
    except.length === 0 ? query : query.where('id', 'not in', except)
  ).executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
};

/** @returns undefined where another server has opened the same upload in the meantime */
export const insertSession = (
  db: Db,
  session: Insertable<UploadSessionsTable>,
  lease: Lease,
): Promise<UploadSessionRow | undefined> =>
  db
    .insertInto('upload_sessions')
    .values({ ...session, ...leased(db, lease) })
    .onConflict((conflict) => conflict.columns(['principal', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst();

/** Learns the whole length of an upload that was opened without it. */
export const updateSize = async (db: Db, id: string, size: number): Promise<void> => {
  await db
    .updateTable('upload_sessions')
    .set({ size })
    .where('id', '=', id)
    .where('size', 'is', null)
    .execute();
};

export interface Advance {
  readonly id: string;
  /** What the session is believed to hold. */
  readonly from: number;
  readonly to: number;
  readonly holder: string;
  readonly now: number;
}

/** @returns false where the session is not as believed, or another server's by now */
export const updateReceived = async (db: Db, { id, from, to, holder, now }: Advance): Promise<boolean> => {
  const result = await db
    .updateTable('upload_sessions')
    .set({ received: to, updated_at: now, ...(to < from ? { losses: sql`losses + 1` } : {}) })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .where('received', '=', from)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
};

export interface Finish {
  readonly id: string;
  readonly itemId: string;
  readonly received: number;
  readonly holder: string;
  readonly now: number;
}

/** @returns false where it was finished or removed already, or is another server's by now */
export const finishSession = async (
  db: Db,
  { id, itemId, received, holder, now }: Finish,
): Promise<boolean> => {
  const result = await db
    .updateTable('upload_sessions')
    .set({ state: 'finished', item_id: itemId, received, updated_at: now, ...released })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
};

/** What a session must be, to be removed. */
export interface RemovalCondition {
  /** Nothing has happened to it since then, in milliseconds since 1970, and no server holds it. */
  readonly idleSince?: number;
  /** It is this server's. */
  readonly holder?: string;
}

export interface Removal extends RemovalCondition {
  readonly id: string;
  readonly state: UploadSessionRow['state'];
}

/** @returns false where it is gone, or is not (any longer) what the removal is meant for */
export const removeSession = async (db: Db, { id, state, idleSince, holder }: Removal): Promise<boolean> => {
  let query = db.deleteFrom('upload_sessions').where('id', '=', id).where('state', '=', state);
  if (idleSince !== undefined) query = query.where('updated_at', '<', idleSince).where(isLeaseFree(db));
  if (holder !== undefined) query = query.where('holder', '=', holder);
  return (await query.executeTakeFirst()).numDeletedRows > 0n;
};

/** Whether there is such an unfinished session, whoever holds it. */
export const isOpen = async (db: Db, id: string): Promise<boolean> => {
  const open = db.selectFrom('upload_sessions').select('id').where('id', '=', id).where('state', '=', 'open');
  return (await open.executeTakeFirst()) !== undefined;
};

/** Some unfinished uploads. */
export const listOpenSessions = (db: Db, whose: Whose): Promise<UploadSessionRow[]> =>
  db
    .selectFrom('upload_sessions')
    .selectAll()
    .where(areOf(whose))
    .where('state', '=', 'open')
    .limit(500)
    .execute();

/** Unfinished uploads of somebody that nothing has happened to since `before`, and that no server holds. */
export const listAbandoned = (db: Db, principal: string, before: number): Promise<UploadSessionRow[]> =>
  db
    .selectFrom('upload_sessions')
    .selectAll()
    .where('principal', '=', principal)
    .where('state', '=', 'open')
    .where('updated_at', '<=', before)
    .where(isLeaseFree(db))
    .limit(500)
    .execute();

/** Forgets finished uploads. */
export const removeFinishedSessions = async (db: Db, whose: Whose): Promise<void> => {
  await db.deleteFrom('upload_sessions').where(areOf(whose)).where('state', '=', 'finished').execute();
};

/** Guests who have unfinished uploads. */
export const listUploadingGuests = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('upload_sessions')
    .select('principal')
    .distinct()
    .where(beginsWith('principal', guestPrincipals))
    .where('state', '=', 'open')
    .execute();
  return rows.map(({ principal }) => principal);
};

/** SHA-256 of a recorded blob, in lower-case hexadecimal; undefined where there is none. */
export const findBlobSha256 = async (db: Db, key: string): Promise<string | undefined> =>
  (await db.selectFrom('blobs').select('sha256').where('key', '=', key).executeTakeFirst())?.sha256;

/** Sessions that nothing has happened to since `before`, and that no server holds. */
export const listIdleSessions = (db: Db, before: number): Promise<UploadSessionRow[]> =>
  db
    .selectFrom('upload_sessions')
    .selectAll()
    .where('updated_at', '<', before)
    .where(isLeaseFree(db))
    .orderBy('updated_at')
    .limit(500)
    .execute();

/** Unfinished uploads of guests that nothing has happened to since `before`, and that no server holds. */
export const listIdleGuestSessions = (db: Db, before: number): Promise<UploadSessionRow[]> =>
  db
    .selectFrom('upload_sessions')
    .selectAll()
    .where(beginsWith('principal', guestPrincipals))
    .where('state', '=', 'open')
    .where('updated_at', '<', before)
    .where(isLeaseFree(db))
    .limit(500)
    .execute();

/** Those of the keys under which an open upload stages bytes. */
export const listOpenKeys = async (db: Db, keys: readonly string[]): Promise<Set<string>> => {
  const open = await db
    .selectFrom('upload_sessions')
    .select('staging_key as key')
    .where('staging_key', 'in', keys)
    .where('state', '=', 'open')
    .execute();
  return new Set(open.map(({ key }) => key));
};

/** Those of the keys that an open upload or a blob of the census lays claim to. */
export const listClaimedKeys = async (db: Db, keys: readonly string[]): Promise<Set<string>> => {
  // In this order: an upload that finishes in between has left the first answer only to be in the second.
  const open = await listOpenKeys(db, keys);
  const stored = await db.selectFrom('blobs').select('key').where('key', 'in', keys).execute();
  return new Set([...open, ...stored.map(({ key }) => key)]);
};
