/** The API as a script uses it: for arranging the conditions of a journey. */
import type { Item } from '@holdall/contract/files';
import { admin, type Credentials } from './server.ts';

/** An item as the calls for many name it. */
export interface ItemRef {
  readonly id: string;
  readonly type: 'folder' | 'file';
}

export interface Api {
  readonly createFolder: (name: string, parent?: string | null) => Promise<string>;
  readonly uploadFile: (
    name: string,
    bytes: Uint8Array<ArrayBuffer>,
    parent?: string | null,
  ) => Promise<string>;
  /** Gives the file of this name another content. */
  readonly replaceFile: Api['uploadFile'];
  readonly rename: (id: string, name: string) => Promise<void>;
  readonly move: (items: readonly ItemRef[], to: string | null) => Promise<void>;
  /** To the trash. */
  readonly remove: (items: readonly ItemRef[]) => Promise<void>;
  readonly download: (id: string) => Promise<Uint8Array>;
  readonly list: (folder?: string) => Promise<Item['data'][]>;
}

interface Listing {
  readonly folders: { readonly data: Item[] };
  readonly files: { readonly data: Item[] };
}

/** Signs in at `url`, as the administrator where nobody else is named. */
export const signInToApi = async (url: string, { email, password }: Credentials = admin): Promise<Api> => {
  const headers = { origin: url, 'content-type': 'application/json' };
  const body = JSON.stringify({ email, password, remember: false });
  const answer = await fetch(`${url}/api/login`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`Signing in to the API answered ${answer.status}: ${await answer.text()}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

  const call = async (
    path: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ) => {
    const response = await fetch(`${url}${path}`, {
      ...init,
      headers: { origin: url, cookie, ...init.headers },
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  const json = (body: unknown) => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const idOf = async (response: Response) => ((await response.json()) as Item).data.id;

  const upload =
    (more: Readonly<Record<string, string>>): Api['uploadFile'] =>
    async (name, bytes, parent = null) => {
      const query = new URLSearchParams({ name, ...(parent !== null && { parent_id: parent }), ...more });
      return idOf(
        await call(`/api/upload?${query}`, {
          method: 'POST',
          headers: { 'content-type': 'application/octet-stream' },
          body: bytes,
        }),
      );
    };

  return {
    createFolder: async (name, parent = null) =>
      idOf(
        await call('/api/create-folder', {
          method: 'POST',
          ...json({ name, parent_id: parent }),
        }),
      ),
    uploadFile: upload({}),
    replaceFile: upload({ on_conflict: 'replace' }),
    rename: async (id, name) => {
      await call(`/api/rename/${id}`, { method: 'PATCH', ...json({ name }) });
    },
    move: async (items, to) => {
      await call('/api/move', { method: 'POST', ...json({ to_id: to, items }) });
    },
    remove: async (items) => {
      await call('/api/remove', { method: 'POST', ...json({ items }) });
    },
    download: async (id) => new Uint8Array(await (await call(`/api/files/${id}/content`)).arrayBuffer()),
    list: async (folder = 'root') => {
      const { folders, files } = (await (
        await call(`/api/browse/folders/${folder}?limit=1000`)
      ).json()) as Listing;
      return [...folders.data, ...files.data].map(({ data }) => data);
    },
  };
};
