/**
 * Holdall in its production configuration: a session, an account, a database, files that are durable before
 * they are answered.
 */
import type { Item } from '@holdall/contract/files';
import type { BatchAnswer } from '@holdall/contract/upload-batch';
import { batchType } from '@holdall/contract/upload-batch.limits';
import { createId } from '../../apps/server/src/ports/ids.ts';
import { activeStoreOf } from '../../apps/server/src/testing/active-store.ts';
import { signIn } from '../lib/client.ts';
import { benchAccount, installServer, openPlace, type Place, startServer } from '../lib/holdall.ts';
import { plantFiles, plantFolder } from '../lib/plant.ts';
import { ask, type Connection } from '../wire/connection.ts';
import { type Payload, piecesOf } from '../wire/payload.ts';
import { countNames, type Filled, fileNameOf, type Running } from './server-under-test.ts';
import { rangeHeaders } from './dav.ts';

/** Items of one page of a listing: the most that may be requested. */
const pageSize = 1_000;

/** Puts folders of files that can be listed into the account. @returns their ids by their names */
const plant = async (place: Place, filled: readonly Filled[]): Promise<Map<string, string>> => {
  const folders = new Map<string, string>();
  const db = openPlace(place);
  try {
    const { id: ownerId } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const blob = { id: createId(Date.now()), key: 'not-there', size: 0, sha256: '0'.repeat(64), crc32: 0 };
    const store = await activeStoreOf(db);
    await db
      .insertInto('blobs')
      .values({ ...blob, store_id: store, created_at: Date.now() })
      .execute();
    for (const { name, count } of filled) {
      const folder = await plantFolder({ db, ownerId }, { name, parentId: null });
      const files = Array.from({ length: count }, (_, index) => ({
        name: fileNameOf(index),
        id: blob.id,
        size: 0,
      }));
      await plantFiles({ db, ownerId }, folder, files);
      folders.set(name, folder);
    }
  } finally {
    await db.destroy();
  }
  return folders;
};

/** Looks at every page of a folder, as the page of files does. */
const listWhole =
  (headers: Record<string, string>, folders: ReadonlyMap<string, string>) =>
  async (connection: Connection, { name, count }: Filled) => {
    let [found, bytes] = [0, 0];
    for (let offset = 0; offset < count; offset += pageSize) {
      const path = `/api/browse/folders/${folders.get(name)}?sort=name&direction=ASC&offset=${offset}&limit=${Math.min(count, pageSize)}`;
      const { body } = await ask(connection, { method: 'GET', path, headers }, [200]);
      found += countNames(body, '"name":"');
      bytes += body.length;
    }
    if (found !== count) throw new Error(`a listing had ${found} of ${count} files`);
    return { bytes };
  };

export interface RunningHoldall extends Running {
  readonly origin: string;
  /** Headers of the account's browser. */
  readonly headers: Readonly<Record<string, string>>;
  /** The id of a folder that was there when it started. */
  idOf(this: void, folder: string): string;
  /** Uploads files in one request. @returns their ids @throws unless all of them are kept */
  putBatch(this: void, connection: Connection, files: readonly BatchedFile[]): Promise<string[]>;
  /** Uploads a file into folders that are created where they are missing. @param path `folder/file` */
  putInto(this: void, connection: Connection, path: string, payload: Payload | Buffer): Promise<Kept>;
}

/** A file of a batch. */
export interface BatchedFile {
  readonly name: string;
  readonly payload: Payload;
}

interface Kept {
  readonly id: string;
  /** The folder that it is in. */
  readonly parent: string;
}

/** Uploads a file. @param query that says where to. @throws unless all of it is kept */
const upload = async (
  connection: Connection,
  headers: Readonly<Record<string, string>>,
  { query, body }: { readonly query: string; readonly body: Payload | Buffer },
): Promise<Kept> => {
  const path = `/api/upload?${query}`;
  const sent = { ...headers, 'content-type': 'application/octet-stream' };
  const answer = await ask(connection, { method: 'POST', path, headers: sent, body }, [201]);
  const { id, attributes } = (JSON.parse(answer.body.toString()) as Item).data;
  const size = 'start' in body ? body.size : body.length;
  if (attributes.size !== size) throw new Error(`${attributes.size} of ${size} bytes were kept`);
  return { id, parent: attributes.parent_id ?? '' };
};

/** Makes calls as the account at a server that runs. */
const callsOf = (
  headers: Record<string, string>,
): Pick<RunningHoldall, 'put' | 'putBatch' | 'putInto' | 'read' | 'remove'> => ({
  put: async (connection, name, body) =>
    (await upload(connection, headers, { query: `name=${encodeURIComponent(name)}`, body })).id,
  putBatch: async (connection, files) => {
    const body = Buffer.concat(
      files.flatMap(({ name, payload }) => [
        Buffer.from(`${JSON.stringify({ name, size: payload.size })}\n`),
        ...piecesOf(payload),
      ]),
    );
    const sent = { ...headers, 'content-type': batchType };
    const answer = await ask(
      connection,
      { method: 'POST', path: '/api/upload/batch', headers: sent, body },
      [200],
    );
    const lines = answer.body.toString().trimEnd().split('\n');
    const ids = lines.flatMap((line) => {
      const told = JSON.parse(line) as BatchAnswer;
      return 'data' in told ? [told.data.id] : [];
    });
    if (ids.length !== files.length) throw new Error(`${ids.length} of ${files.length} files were kept`);
    return ids;
  },
  putInto: (connection, path, body) => {
    const query = new URLSearchParams({ name: path.split('/').at(-1) ?? '', path });
    return upload(connection, headers, { query: query.toString(), body });
  },
  read: (connection, id, { range, sink }) =>
    ask(
      connection,
      {
        method: 'GET',
        path: `/api/files/${id}/content`,
        headers: { ...headers, ...rangeHeaders(range) },
        ...(sink === undefined ? {} : { sink }),
      },
      [range === undefined ? 200 : 206],
    ),
  remove: async (connection, id) => {
    const body = Buffer.from(JSON.stringify({ items: [{ id, type: 'file', force_delete: true }] }));
    const sent = { ...headers, 'content-type': 'application/json' };
    await ask(connection, { method: 'POST', path: '/api/remove', headers: sent, body }, [200]);
  },
});

/** Installs and starts a server, signed in. @param filled folders that are to be there */
export const startHoldall = async (place: Place, filled: readonly Filled[]): Promise<RunningHoldall> => {
  await installServer(place, benchAccount);
  const folders = await plant(place, filled);
  const server = await startServer(place);
  try {
    const { origin, figures, stop } = server;
    const headers = { cookie: await signIn(origin, benchAccount), origin };
    return {
      origin,
      headers,
      port: Number(new URL(origin).port),
      ...callsOf(headers),
      list: listWhole(headers, folders),
      idOf: (folder) => folders.get(folder) ?? '',
      hasRanges: true,
      figures,
      stop,
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
};
