import type { ChangeMeta } from '@holdall/contract/actions';
import type { Browse, Item } from '@holdall/contract/files';
import type { ItemRef } from '@holdall/contract/selections';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { UserActor } from '#lib/actor.ts';
import { createBlobKey } from '#ports/blob-store.ts';
import type { TestApp } from '#testing/create-test-app.ts';
import { plantItems } from '#testing/plant-items.ts';

export interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly errors: Record<string, string[]> | undefined;
  readonly meta: ChangeMeta;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One signed-in person's view of their files, through the API. */
export interface TreeClient {
  readonly userId: string;
  readonly actor: UserActor;
  call(method: Method, url: string, payload?: object): Promise<Answer>;
  folder(name: string, parent?: ItemRef | null): Promise<ItemRef>;
  /** A file's row without bytes. */
  file(name: string, parent?: ItemRef | null, size?: number): Promise<ItemRef>;
  /** Many files' rows at once, of two bytes each: `file 0`, `file 1` … */
  files(count: number, parent: ItemRef | null): Promise<ItemRef[]>;
  /** Many folders' rows at once: `folder 0`, `folder 1` … */
  folders(count: number, parent: ItemRef | null): Promise<ItemRef[]>;
  /** A file with bytes, at the top. @param query of the call, besides the name */
  upload(name: string, bytes: string | Buffer, query?: string): Promise<ItemRef>;
  /** New content for a file at the top, whose old one becomes a version. */
  overwrite(name: string, bytes: string | Buffer): Promise<ItemRef>;
  rename(item: ItemRef, fields: object): Promise<Answer>;
  move(items: readonly ItemRef[], to: ItemRef | null, more?: object): Promise<Answer>;
  copy(items: readonly ItemRef[], to: ItemRef | null, more?: object): Promise<Answer>;
  remove(items: readonly ItemRef[], force?: boolean): Promise<Answer>;
  restore(items: readonly ItemRef[], more?: object): Promise<Answer>;
  undo(answer: Answer): Promise<Answer>;
  browse(folder?: ItemRef | null): Promise<Browse>;
  /** Names in a folder or at the top, in order. */
  names(folder?: ItemRef | null): Promise<string[]>;
  details(item: ItemRef): Promise<Item & { meta: { ancestors: { name: string }[] } }>;
}

export const createTreeClient = async (server: TestApp, email: string): Promise<TreeClient> => {
  const cookie = await server.signIn(email);
  const user = await server.foundation.users.findByEmail(email);
  const userId = user?.id ?? '';
  const actor: UserActor = {
    kind: 'user',
    id: userId,
    role: 'user',
    canUpload: true,
    canDownload: true,
    canCreateFolder: true,
  };
  const inject = (method: Method, url: string, payload?: object) =>
    server.app.inject({ method, url, headers: { cookie }, ...(payload === undefined ? {} : { payload }) });
  const { db } = server.parts;
  const countUsage = async (on: Db, size: number): Promise<void> => {
    await sql`update user_storage set documents = documents + ${size} where user_id = ${userId}`.execute(on);
  };
  const plant = (type: ItemRef['type'], count: number, parent: ItemRef | null): Promise<ItemRef[]> =>
    inTransaction(db, async (trx) => {
      const now = server.clock.now();
      const { items, size } = await plantItems(trx, { ownerId: userId, parent, type, count, now });
      await countUsage(trx, size);
      return items;
    });
  const send = async (name: string, payload: string | Buffer, query: string): Promise<ItemRef> => {
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/upload?name=${encodeURIComponent(name)}&${query}`,
      headers: { cookie, 'content-type': 'application/octet-stream' },
      payload,
    });
    if (answer.statusCode !== 201) throw new Error(`the upload answered ${answer.statusCode}`);
    return { id: answer.json<Item>().data.id, type: 'file' };
  };
  const client: TreeClient = {
    userId,
    actor,
    call: async (method, url, payload) => {
      const answer = await inject(method, url, payload);
      const body: Partial<Answer> = answer.body === '' ? {} : answer.json();
      return { code: undefined, errors: undefined, ...body, status: answer.statusCode } as Answer;
    },
    folder: async (name, parent = null) => {
      const answer = await inject('POST', '/api/create-folder', { name, parent_id: parent?.id ?? null });
      const { data }: Item = answer.json();
      return { id: data.id, type: 'folder' };
    },
    file: async (name, parent = null, size = 1) => {
      const { item } = await inTransaction(db, async (trx) => {
        const inserted = await server.fileTargets.insertFile(trx, actor, {
          parentId: parent?.id ?? null,
          path: [],
          name,
          onConflict: 'refuse',
          blob: { store_id: server.storeId, key: createBlobKey(), size, sha256: 'ab', crc32: 1 },
          mimetype: 'text/plain',
          category: 'documents',
          lastModified: null,
        });
        // It comes last, as in the server: another order of locks could deadlock.
        await countUsage(trx, size);
        return inserted;
      });
      return { id: item.id, type: 'file' };
    },
    files: (count, parent) => plant('file', count, parent),
    folders: (count, parent) => plant('folder', count, parent),
    upload: (name, text, query = '') => send(name, text, query),
    overwrite: (name, text) => send(name, text, 'on_conflict=replace'),
    rename: (item, fields) => client.call('PATCH', `/api/rename/${item.id}`, fields),
    move: (items, to, more = {}) =>
      client.call('POST', '/api/move', { to_id: to?.id ?? null, items, ...more }),
    copy: (items, to, more = {}) =>
      client.call('POST', '/api/copy', { to_id: to?.id ?? null, items, ...more }),
    remove: (items, force = false) =>
      client.call('POST', '/api/remove', {
        items: items.map((item) => ({ ...item, force_delete: force })),
      }),
    restore: (items, more = {}) => client.call('POST', '/api/trash/restore', { items, ...more }),
    undo: ({ meta }) => client.call('POST', '/api/undo', { operation: meta.operation }),
    browse: async (folder = null) => {
      const answer = await inject(
        'GET',
        `/api/browse/folders/${folder?.id ?? 'root'}?sort=name&direction=ASC&limit=1000`,
      );
      if (answer.statusCode !== 200) throw new Error(`browsing answered ${answer.statusCode}`);
      return answer.json();
    },
    names: async (folder = null) => {
      const { folders, files } = await client.browse(folder);
      return [...folders.data, ...files.data].map(({ data }) => data.attributes.name);
    },
    details: async (item) => {
      const answer = await inject('GET', `/api/items/${item.id}`);
      if (answer.statusCode !== 200) throw new Error(`details answered ${answer.statusCode}`);
      return answer.json();
    },
  };
  return client;
};

/** Returns the faults of the tree: wrong totals, and items that do not lead to a root. */
const faultsOfTree = async (db: Db): Promise<string[]> => {
  const miscounted = await sql<{ id: string }>`
    select place.id from (
      select id, items_count, files_count, files_size from users
      union all select id, items_count, files_count, files_size from items where type = 'folder'
    ) as place
    left join (
      select container_id, count(*) as items, sum(case when type = 'file' then 1 else 0 end) as files, sum(size) as size
      from items where deleted_at is null group by container_id
    ) as held on held.container_id = place.id
    where place.items_count <> coalesce(held.items, 0) or place.files_count <> coalesce(held.files, 0)
      or place.files_size <> coalesce(held.size, 0)`.execute(db);
  const adrift = await sql<{ id: string }>`
    with recursive reached as (
      select id from items where parent_id is null
      union all select items.id from items join reached on items.parent_id = reached.id
    ) select id from items where id not in (select id from reached)`.execute(db);
  const uncounted = await sql<{ id: string }>`
    select users.id from users left join item_totals as totals on totals.user_id = users.id
    left join (
      select owner_id, sum(case when type = 'file' then 1 else 0 end) as files,
        sum(case when type = 'folder' then 1 else 0 end) as folders
      from items group by owner_id
    ) as held on held.owner_id = users.id
    where coalesce(totals.files, 0) <> coalesce(held.files, 0)
      or coalesce(totals.folders, 0) <> coalesce(held.folders, 0)`.execute(db);
  return [
    ...uncounted.rows.map(({ id }) => `uncounted ${id}`),
    ...miscounted.rows.map(({ id }) => `miscounted ${id}`),
    ...adrift.rows.map(({ id }) => `adrift ${id}`),
  ];
};

/** Ends a test: the tree must be sound. */
export const closeSound = async (server: TestApp): Promise<void> => {
  const faults = await faultsOfTree(server.parts.db);
  await server.close();
  if (faults.length > 0) throw new Error(`the tree is damaged: ${faults.join(', ')}`);
};
