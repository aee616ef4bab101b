import { type Insertable, sql } from 'kysely';
import { beginsWith } from '#db/begins-with.ts';
import type { Db, Trx } from '#db/database.ts';
import type { UploadSessionRow, UploadSessionsTable } from '#db/tables/files.ts';
import { isLeaseFree, leased, leaseExpiry, released, takenOver, type Lease } from '#db/lease.ts';
import { isInScope, type PrincipalScope } from '#features/links/index.ts';
import { guestPrincipals } from '#lib/actor.ts';
import { inOpenStore } from '#features/storage/index.ts';

export const findSession = (db: Db, principal: string, name: string): Promise<UploadSessionRow | undefined> =>
  db
    .selectFrom('upload_sessions')
    .selectAll()
    .where('principal', '=', principal)
    .where('name', '=', name)
    .executeTakeFirst();

/** Counts unfinished uploads. */
export const countOpenSessions = async (db: Db, scope: PrincipalScope): Promise<number> => {
  const { count } = await db
    .selectFrom('upload_sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isInScope(scope))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return count;
};

/** Returns the staged bytes of a link's unfinished uploads. @param except ids of uploads that do not count */
export const sumStaged = async (
  db: Db,
  { link, except }: { readonly link: string; readonly except: readonly string[] },
): Promise<number> => {
  const query = db
    .selectFrom('upload_sessions')
    .select(({ fn }) => fn.sum<number | string | null>('received').as('bytes'))
    .where(isInScope({ link }))
    .where('state', '=', 'open');
  const { bytes } = await (
    except.length === 0 ? query : query.where('id', 'not in', except)
  ).executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
};

/** @returns undefined when another server has opened the same upload meanwhile */
export const insertSession = (
  db: Db,
  session: Insertable<UploadSessionsTable>,
  lease: Lease,
): Promise<UploadSessionRow | undefined> =>
  inOpenStore(() =>
    db
      .insertInto('upload_sessions')
      .values({ ...session, ...leased(db, lease) })
      .onConflict((conflict) => conflict.columns(['principal', 'name']).doNothing())
      .returningAll()
      .executeTakeFirst(),
  );

/** @returns false when there is such a session already */
export const insertFinishedSession = async (
  trx: Trx,
  session: Insertable<UploadSessionsTable>,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows: inserted = 0n } = await trx
    .insertInto('upload_sessions')
    .values(session)
    .onConflict((conflict) => conflict.columns(['principal', 'name']).doNothing())
    .executeTakeFirst();
  return inserted > 0n;
};

/** Records the length of an upload that was opened without it. */
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
  /** The bytes that the session is expected to have. */
  readonly from: number;
  readonly to: number;
  readonly holder: string;
  readonly now: number;
}

/** @returns false when the session is not as expected, or another server leases it */
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

/** @returns false when the session was finished or removed already, or another server leases it */
export const finishSession = async (
  db: Db,
  { id, itemId, received, holder, now }: Finish,
): Promise<boolean> => {
  const result = await db
    .updateTable('upload_sessions')
    .set({ state: 'finished', store_id: null, item_id: itemId, received, updated_at: now, ...released })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
};

/** The conditions under which a session is removed. */
export interface RemovalCondition {
  /** Nothing has happened to it since then, in milliseconds since 1970, and no server leases it. */
  readonly idleSince?: number;
  /** This holder leases it. */
  readonly holder?: string;
}

export interface Removal extends RemovalCondition {
  readonly id: string;
  readonly state: UploadSessionRow['state'];
}

/** @returns false when the session is gone or does not meet the conditions */
export const removeSession = async (db: Db, { id, state, idleSince, holder }: Removal): Promise<boolean> => {
  let query = db.deleteFrom('upload_sessions').where('id', '=', id).where('state', '=', state);
  if (idleSince !== undefined) query = query.where('updated_at', '<', idleSince).where(isLeaseFree(db));
  if (holder !== undefined) query = query.where('holder', '=', holder);
  return (await query.executeTakeFirst()).numDeletedRows > 0n;
};

/** Tells whether there is such an unfinished session, whoever leases it. */
export const isOpen = async (db: Db, id: string): Promise<boolean> => {
  const open = db.selectFrom('upload_sessions').select('id').where('id', '=', id).where('state', '=', 'open');
  return (await open.executeTakeFirst()) !== undefined;
};

/** Lists up to 500 unfinished uploads. */
export const listOpenSessions = (db: Db, scope: PrincipalScope): Promise<UploadSessionRow[]> =>
  db
    .selectFrom('upload_sessions')
    .selectAll()
    .where(isInScope(scope))
    .where('state', '=', 'open')
    .limit(500)
    .execute();

/** Lists a principal's unfinished uploads that no server leases and that nothing has happened to since `before`. */
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

/** Deletes the records of finished uploads. */
export const removeFinishedSessions = async (db: Db, scope: PrincipalScope): Promise<void> => {
  await db.deleteFrom('upload_sessions').where(isInScope(scope)).where('state', '=', 'finished').execute();
};

/** Lists the guests who have unfinished uploads. */
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

/** Finds the store, null for the database, and the SHA-256, in lower-case hexadecimal, of a recorded blob. */
export const findBlobByKey = (
  db: Db,
  key: string,
): Promise<{ store_id: string | null; sha256: string } | undefined> =>
  db.selectFrom('blobs').select(['store_id', 'sha256']).where('key', '=', key).executeTakeFirst();

/** Lists sessions that no server leases and that nothing has happened to since `before`. */
export const listIdleSessions = (db: Db, before: number): Promise<UploadSessionRow[]> =>
  db
    .selectFrom('upload_sessions')
    .selectAll()
    .where('updated_at', '<', before)
    .where(isLeaseFree(db))
    .orderBy('updated_at')
    .limit(500)
    .execute();

/** Lists guests' unfinished uploads that no server leases and that nothing has happened to since `before`. */
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

/** Returns the keys under which an open upload stages bytes. */
export const listOpenKeys = async (db: Db, keys: readonly string[]): Promise<Set<string>> => {
  const open = await db
    .selectFrom('upload_sessions')
    .select('staging_key as key')
    .where('staging_key', 'in', keys)
    .where('state', '=', 'open')
    .execute();
  return new Set(open.map(({ key }) => key));
};

/** Returns those of the keys whose blobs have their bytes in the database. */
export const listKeysInDatabase = async (db: Db, keys: readonly string[]): Promise<Set<string>> => {
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom('blobs')
    .select('key')
    .where('key', 'in', keys)
    .where('store_id', 'is', null)
    .execute();
  return new Set(rows.map(({ key }) => key));
};

/** Returns the keys that an open upload or a recorded blob in a store claims. */
export const listClaimedKeys = async (db: Db, keys: readonly string[]): Promise<Set<string>> => {
  // The order matters: an upload that finishes in between is missing from the first answer and found by the
  // second.
  const open = await listOpenKeys(db, keys);
  const stored = await db
    .selectFrom('blobs')
    .select('key')
    .where('key', 'in', keys)
    .where('store_id', 'is not', null)
    .execute();
  return new Set([...open, ...stored.map(({ key }) => key)]);
};

/** Takes the lease of an unfinished upload. @returns undefined when there is none, or another server leases it */
export const takeSession = (
  db: Db,
  { principal, name }: Pick<UploadSessionRow, 'principal' | 'name'>,
  lease: Lease,
): Promise<UploadSessionRow | undefined> => {
  return db
    .updateTable('upload_sessions')
    .set(takenOver(db, lease))
    .where('principal', '=', principal)
    .where('name', '=', name)
    .where('state', '=', 'open')
    .where((where) => where.or([where('holder', '=', lease.holder), isLeaseFree(db)]))
    .returningAll()
    .executeTakeFirst();
};

/** @returns false when the upload is gone or leased by another holder */
export const renewSession = async (db: Db, id: string, lease: Lease): Promise<boolean> => {
  const result = await db
    .updateTable('upload_sessions')
    .set({ lease_until: leaseExpiry(db, lease) })
    .where('id', '=', id)
    .where('holder', '=', lease.holder)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
};

export const releaseSession = async (db: Db, id: string, holder: string): Promise<void> => {
  await db
    .updateTable('upload_sessions')
    .set(released)
    .where('id', '=', id)
    .where('holder', '=', holder)
    .execute();
};
