/** The fixture of the calls: a server with an account of known shape, and its signed-in user. */
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { seedSqlite } from '../account/seed/sqlite.ts';
import { plantTree } from '../account/seed/tree.ts';
import type { Db } from '../../apps/server/src/db/database.ts';
import { createBlobKey } from '../../apps/server/src/ports/blob-store.ts';
import { createId } from '../../apps/server/src/ports/ids.ts';
import { activeStoreOf } from '../../apps/server/src/testing/active-store.ts';
import { benchAccount, openPlace } from '../lib/holdall.ts';
import { plantFiles, plantFolder } from '../lib/plant.ts';
import { install, type OpenedServer, openServer } from './server.ts';

/** The answer of a call. */
export interface Answer {
  readonly body: Buffer;
}

type Method = 'GET' | 'POST' | 'PATCH';
interface Wish {
  readonly body?: Readable | object;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Stage {
  /** As the account's owner, with JSON. @throws where the call does not succeed */
  ask(this: void, method: Method, path: string, payload?: object): Promise<Answer>;
  /** As the account's owner. @throws as `ask` */
  send(this: void, method: Method, path: string, wish: Wish): Promise<Answer>;
  /** Calls without a session. @throws as `ask` */
  guest(this: void, method: Method, path: string): Promise<Answer>;
  /** A folder of a thousand files, which is shared by a link. */
  readonly workshop: string;
  readonly emptyFolder: string;
  /** A file with thumbnails. */
  readonly pictured: string;
  /** The token of a link to the workshop. */
  readonly link: string;
  close(this: void): Promise<void>;
}

/** Names of the workshop's files are as long as people's are. */
const nameOf = (index: number): string => `A file of the workshop, no. ${index}.pdf`;
const workshopFiles = 1_000;
const sharedBlobs = 100;

const insertBlobs = async (db: Db): Promise<string[]> => {
  const store = await activeStoreOf(db);
  const rows = Array.from({ length: sharedBlobs }, (_, index) => ({
    id: createId(Date.now()),
    store_id: store,
    key: `not-there-${index}`,
    size: 1_000,
    sha256: index.toString(16).padStart(64, '0'),
    crc32: index,
    created_at: 0,
  }));
  await db.insertInto('blobs').values(rows).execute();
  return rows.map(({ id }) => id);
};

/** @returns the folders that calls work in */
const plant = async (dataDir: string, items: number): Promise<{ workshop: string; emptyFolder: string }> => {
  const place = { dataDir, postgresUrl: undefined };
  const db = openPlace(place);
  try {
    const { id: ownerId } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const blobs = await insertBlobs(db);
    const tree = plantTree(items);
    seedSqlite(`${dataDir}/holdall.sqlite`, ownerId, { blobs, tree });
    const { items: held, files, size } = tree.top;
    await db
      .updateTable('users')
      .set({ items_count: held, files_count: files, files_size: size })
      .where('id', '=', ownerId)
      .execute();
    const [blob = ''] = blobs;
    const workshop = await plantFolder({ db, ownerId }, { name: 'Workshop', parentId: null });
    const emptyFolder = await plantFolder({ db, ownerId }, { name: 'Empty', parentId: null });
    await plantFiles(
      { db, ownerId },
      workshop,
      Array.from({ length: workshopFiles }, (_, index) => ({ name: nameOf(index), id: blob, size: 1_000 })),
    );
    return { workshop, emptyFolder };
  } finally {
    await db.destroy();
  }
};

/** Gives a file pictures, as if they had been made. @returns its id */
const picture = async (
  { infrastructure: { db, storage } }: OpenedServer,
  workshop: string,
): Promise<string> => {
  const { id, blob_id: blobId } = await db
    .selectFrom('items')
    .select(['id', 'blob_id'])
    .where('parent_id', '=', workshop)
    .orderBy('sort_key')
    .executeTakeFirstOrThrow();
  const { blobs } = await storage.stores.active();
  const key = createBlobKey();
  const bytes = Buffer.alloc(20 * 1024, 1);
  const writer = await blobs.stage(key, 0);
  await writer.write(bytes);
  await writer.flush();
  await writer.close();
  await blobs.publish(key, bytes.length);
  const span = { start: 0, length: bytes.length };
  await db
    .insertInto('thumbnails')
    .values({
      blob_id: blobId ?? '',
      state: 'ready',
      store_id: await activeStoreOf(db),
      key,
      spans: JSON.stringify({ xs: span, sm: span, md: span, lg: span }),
      width: 4_000,
      height: 3_000,
      error: null,
      updated_at: 0,
    })
    .execute();
  return id;
};

/** Makes a server in an empty folder, with an account of that many items. */
export const openStage = async (dataDir: string, items: number): Promise<Stage> => {
  await install(dataDir);
  // Once opened, it has taken possession of its folder.
  await (await openServer(dataDir)).close();
  const folders = await plant(dataDir, items);
  const server = await openServer(dataDir);
  const { app } = server;
  let cookie = '';
  const inject = async (method: Method, url: string, { body, headers = {} }: Wish) => {
    const answer = await app.inject({
      method,
      url,
      headers: { ...(cookie === '' ? {} : { cookie }), ...headers },
      ...(body === undefined ? {} : { payload: body }),
      // As a whole it would be made a text, however large it is.
      payloadAsStream: true,
    });
    const received = await buffer(answer.stream());
    if (answer.statusCode >= 300)
      throw new Error(`${method} ${url} answered ${answer.statusCode}: ${received.toString().slice(0, 500)}`);
    return { body: received, cookies: answer.cookies };
  };
  const { cookies } = await inject('POST', '/api/login', { body: benchAccount });
  cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const share = await inject('POST', '/api/share', { body: { id: folders.workshop, type: 'folder' } });
  const { data } = JSON.parse(share.body.toString()) as { data: { attributes: { token: string } } };
  return {
    ...folders,
    pictured: await picture(server, folders.workshop),
    link: data.attributes.token,
    ask: (method, path, payload) => inject(method, path, payload === undefined ? {} : { body: payload }),
    send: inject,
    guest: (method, path) => inject(method, path, { headers: { cookie: '' } }),
    close: server.close,
  };
};
