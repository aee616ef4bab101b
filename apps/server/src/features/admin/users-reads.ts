import type { UsersQuery } from '@holdall/contract/admin-users';
import type { Db } from '#db/database.ts';
import type { SettingsService } from '#features/settings/index.ts';
import { capacityOf, type StorageReport, type UsageService } from '#features/usage/index.ts';
import { AppError } from '#lib/app-error.ts';
import { countItems, countUsers, findManaged, listManaged, listNames, listPage } from './users.repo.ts';
import { found, inOrderOfNames } from './users.rules.ts';
import type { Credentials, ManagedFacts, ManagedRow } from './users.types.ts';

export interface UsersList extends Pick<UsersQuery, 'offset' | 'limit'> {
  readonly users: readonly ManagedFacts[];
  readonly total: number;
}

export interface UsersReads {
  /** Returns one page of users in order, by a bounded number of queries. */
  list(query: UsersQuery): Promise<UsersList>;
  /** @throws user.not_found */
  get(id: string): Promise<ManagedFacts>;
  /** Returns a user's storage and traffic. @throws user.not_found */
  getStorage(id: string): Promise<StorageReport>;
}

export interface UsersReadsDeps {
  readonly db: Db;
  readonly settings: SettingsService;
  readonly usage: UsageService;
  readonly credentials: Pick<Credentials, 'countLiveSessions'>;
}

interface Page {
  readonly ids: readonly string[];
  readonly total: number;
}

export const createUsersReads = ({ db, settings, usage, credentials }: UsersReadsDeps): UsersReads => {
  const findPage = async ({ search, sort, direction, offset, limit }: UsersQuery): Promise<Page> => {
    // Neither database folds accents, so this process searches and sorts names, by reading all of them. Up to some
    // 10,000 users that is about a tenth of a second at worst; more need folded columns, as items have.
    const named = search === '' && sort !== 'name' ? undefined : found(await listNames(db), search);
    if (sort === 'name') {
      const ordered = inOrderOfNames(named ?? [], direction);
      return { ids: ordered.slice(offset, offset + limit).map(({ id }) => id), total: ordered.length };
    }
    const among = named?.map(({ id }) => id);
    const [ids, total] = await Promise.all([
      listPage(db, { sort, direction, offset, limit, among }),
      among === undefined ? countUsers(db) : among.length,
    ]);
    return { ids, total };
  };

  const describe = async (rows: readonly ManagedRow[]): Promise<ManagedFacts[]> => {
    const ids = rows.map(({ id }) => id);
    const [plan, items, sessions] = await Promise.all([
      settings.current(),
      countItems(db, ids),
      credentials.countLiveSessions(ids),
    ]);
    return rows.map((row) => ({
      row,
      capacity: capacityOf(plan, row),
      items: items.get(row.id) ?? { files: 0, folders: 0 },
      sessions: sessions.get(row.id) ?? 0,
    }));
  };

  return {
    list: async (query) => {
      const { ids, total } = await findPage(query);
      const rows = new Map((await listManaged(db, ids)).map((row) => [row.id, row]));
      // Users that were deleted since the page was found are left out.
      const users = await describe(ids.flatMap((id) => rows.get(id) ?? []));
      return { users, total, offset: query.offset, limit: query.limit };
    },
    get: async (id) => {
      const row = await findManaged(db, id);
      const [facts] = row === undefined ? [] : await describe([row]);
      if (facts === undefined) throw new AppError('user.not_found');
      return facts;
    },
    getStorage: async (id) => {
      const report = await usage.findReport(id);
      if (report === undefined) throw new AppError('user.not_found');
      return report;
    },
  };
};
