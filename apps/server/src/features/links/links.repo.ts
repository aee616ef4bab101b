import type { Db } from '#db/database.ts';
import { idSet, isIn, isOneOf } from '#db/item-set.ts';
import { isPostgres } from '#db/dialect.ts';
import { prepareQuery, type ValueOf } from '#db/prepared-query.ts';
import type { ShareRow } from '#db/tables/links.ts';
import type { RequestWithOwner, ShareWithOwner } from './links.types.ts';

const ownerState = ['status', 'deleting_at', 'can_upload', 'can_download', 'can_create_folder'] as const;

/** The key of a link, and whether its row is locked until the transaction ends. */
export interface LinkQuery {
  readonly by: 'id' | 'token';
  readonly value: string;
  readonly lock?: boolean;
}

/** Finds a link in any state, with the state of its owner's account. */
export const findShare = (
  db: Db,
  { by, value, lock = false }: LinkQuery,
): Promise<ShareWithOwner | undefined> => {
  const query = db
    .selectFrom('shares')
    .innerJoin('users', 'users.id', 'shares.owner_id')
    .selectAll('shares')
    .select(ownerState)
    .where(`shares.${by}`, '=', value);
  // Guests are serialized: each change is counted in the row, and two share locks would deadlock.
  return (lock && isPostgres(db) ? query.forNoKeyUpdate('shares') : query).executeTakeFirst();
};

/** Finds a request for files in any state. */
export const findFileRequest = (
  db: Db,
  { by, value, lock = false }: LinkQuery,
): Promise<RequestWithOwner | undefined> => {
  const query = db
    .selectFrom('file_requests')
    .innerJoin('users', 'users.id', 'file_requests.owner_id')
    .selectAll('file_requests')
    .select(ownerState)
    .where(`file_requests.${by}`, '=', value);
  // Received files are counted in the row.
  return (lock && isPostgres(db) ? query.forUpdate('file_requests') : query).executeTakeFirst();
};

/** Lists all links of an owner, ended ones included: shares, and requests for files. */
export const listLinkIds = async (db: Db, ownerId: string): Promise<string[]> => {
  const shares = db.selectFrom('shares').select('id').where('owner_id', '=', ownerId);
  const requests = db.selectFrom('file_requests').select('id').where('owner_id', '=', ownerId);
  return (await shares.unionAll(requests).execute()).map(({ id }) => id);
};

/** Lists the items of collections, in any state. */
export const listMembers = (
  db: Db,
  shareIds: readonly string[],
): Promise<{ share_id: string; item_id: string }[]> =>
  db
    .selectFrom('share_items')
    .selectAll()
    .where(isOneOf(db, 'share_id', shareIds))
    .execute();

/** Lists an owner's shares that anybody can open now, as far as it depends on themselves. */
export const listSharesBy = (
  db: Db,
  ownerId: string,
  now: number,
): Promise<{ linkId: string; token: string; rootId: string }[]> =>
  db
    .selectFrom('shares')
    .select(['id as linkId', 'token', 'item_id as rootId'])
    .where('owner_id', '=', ownerId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .execute();

/** Counts active links of all owners, and those of them that will expire, by an index. */
export const countActive = async (
  db: Db,
  now: number,
): Promise<{ readonly active: number; readonly expiring: number }> => {
  const unrevoked = db
    .selectFrom('shares')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('revoked_at', 'is', null);
  const [{ count: all }, { count: expired }, { count: expiring }] = await Promise.all([
    unrevoked.executeTakeFirstOrThrow(),
    unrevoked.where('expires_at', '<=', now).executeTakeFirstOrThrow(),
    unrevoked.where('expires_at', '>', now).executeTakeFirstOrThrow(),
  ]);
  return { active: all - expired, expiring };
};

/** Returns those of the links that accept files now, as far as it depends on themselves. */
export const listTaking = async (db: Db, ids: readonly string[], now: number): Promise<string[]> => {
  const shares = db
    .selectFrom('shares')
    .select('id')
    .where(isOneOf(db, 'id', ids))
    .where('permission', '=', 'editor')
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]));
  const requests = db
    .selectFrom('file_requests')
    .select('id')
    .where(isOneOf(db, 'id', ids))
    .where('closed_at', 'is', null)
    .where((eb) => eb.or([eb('deadline', 'is', null), eb('deadline', '>', now)]))
    .where((eb) => eb.or([eb('max_files', 'is', null), eb('files', '<', eb.ref('max_files'))]))
    .where((eb) => eb.or([eb('max_size', 'is', null), eb('size', '<', eb.ref('max_size'))]));
  return (await shares.unionAll(requests).execute()).map(({ id }) => id);
};

const sharesQuery = prepareQuery((db, value: ValueOf<{ itemIds: ReturnType<typeof idSet> }>) =>
  db
    .selectFrom('shares')
    .selectAll()
    .where(isIn(db, 'item_id', value('itemIds')))
    .where('revoked_at', 'is', null),
);

/** Lists the links of these items that were not revoked. */
export const listSharesOf = async (db: Db, itemIds: readonly string[]): Promise<ShareRow[]> =>
  (await sharesQuery(db, { itemIds: idSet(db, itemIds) })).rows;
