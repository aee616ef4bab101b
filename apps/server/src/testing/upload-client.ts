import { createHash, randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { Browse, Item } from '@holdall/contract/files';

type Fields = Readonly<Record<string, string | number | boolean>>;

export interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

export interface UploadClient {
  /** `POST /api/upload` */
  binary(query: Fields, body: Uint8Array, headers?: Record<string, string>): Promise<Response>;
  /** `POST /api/upload/chunks`: the specification's form, fields first. */
  chunk(fields: Fields, body: Uint8Array, type?: string): Promise<Response>;
  /** A whole file. @returns it */
  put(name: string, body: Uint8Array, parent?: Item): Promise<Item>;
  /** Makes a folder. @returns it */
  folder(name: string, parent?: Item): Promise<Item>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Sends JSON. */
  post(path: string, payload: object): Promise<Response>;
  remove(path: string): Promise<Response>;
  listing(folder?: string): Promise<Browse>;
  /** Names at the top of the account, or in a folder. */
  names(folder?: string): Promise<string[]>;
  /** SHA-256 of what a download of the item answers. */
  downloadedSha256(item: Item): Promise<string>;
  /** Offset at which the server would continue. */
  offset(name: string): Promise<number>;
  /** Writes a request's head on a socket of its own; the caller sends the body, or does not. */
  open(head: string): Socket;
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A chunk name as clients make it. */
export const chunkName = (name: string): string =>
  `${randomBytes(8).toString('hex')}-${name.replaceAll(/\s/gu, '-')}`;

/** Resolves with the answer that comes on a socket, however the connection ends. */
export const answerOn = (socket: Socket): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    let text = '';
    const settle = (): void => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
      if (status === undefined) reject(new Error(`no answer, but ${JSON.stringify(text)}`));
      else resolve({ status: Number(status), body: text.slice(text.indexOf('\r\n\r\n') + 4) });
    };
    socket.setEncoding('utf8');
    socket.on('data', (piece: string) => {
      text += piece;
      const end = text.indexOf('\r\n\r\n');
      const length = /^content-length: (\d+)/im.exec(text)?.[1];
      if (end !== -1 && length !== undefined && Buffer.byteLength(text.slice(end + 4)) >= Number(length))
        settle();
    });
    socket.on('error', () => undefined);
    socket.on('close', settle);
  });

const formOf = (fields: Fields): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  return form;
};

const madeBy = async (answer: Response): Promise<Item> => {
  if (answer.status !== 201) throw new Error(`nothing was made: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Item;
};

const queryOf = (fields: Fields): string =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString();

/** Talks to a listening test server as one signed-in client. */
export const createUploadClient = (origin: string, cookie: string): UploadClient => {
  const client: UploadClient = {
    binary: (query, body, headers = {}) =>
      fetch(`${origin}/api/upload?${queryOf(query)}`, {
        method: 'POST',
        headers: { cookie, ...headers },
        body: new Uint8Array(body),
      }),
    chunk: (fields, body, type = 'application/octet-stream') => {
      const form = formOf(fields);
      form.append('file', new Blob([new Uint8Array(body)], { type }), 'blob');
      return fetch(`${origin}/api/upload/chunks`, { method: 'POST', headers: { cookie }, body: form });
    },
    put: async (name, body, parent) =>
      madeBy(await client.binary({ name, ...(parent && { parent_id: parent.data.id }) }, body)),
    folder: async (name, parent) =>
      madeBy(await client.post('/api/create-folder', { name, parent_id: parent?.data.id ?? null })),
    get: (path, headers = {}) => fetch(`${origin}${path}`, { headers: { cookie, ...headers } }),
    post: (path, payload) =>
      fetch(`${origin}${path}`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify(payload),
      }),
    remove: (path) => fetch(`${origin}${path}`, { method: 'DELETE', headers: { cookie } }),
    listing: async (folder = 'root') => {
      const answer = await client.get(`/api/browse/folders/${folder}?sort=name&direction=ASC`);
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`the listing answered ${answer.status}: ${text}`);
      return JSON.parse(text) as Browse;
    },
    names: async (folder) => {
      const { folders, files } = await client.listing(folder);
      return [...folders.data, ...files.data].map(({ data }) => data.attributes.name);
    },
    downloadedSha256: async ({ data }) =>
      sha256(new Uint8Array(await (await client.get(`/api/files/${data.id}/content`)).arrayBuffer())),
    offset: async (name) => {
      const answer = await client.get(`/api/upload/chunks/${encodeURIComponent(name)}`);
      return ((await answer.json()) as { offset: number }).offset;
    },
    open: (head) => {
      const { hostname, port } = new URL(origin);
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write(`${head}\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\n\r\n`);
      return socket;
    },
  };
  return client;
};
