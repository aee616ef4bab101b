/** Links and their guests, by the API: for arranging the conditions of a journey. */
import type { Share } from '@holdall/contract/share-link';
import type { ItemRef } from './api.ts';
import { cookiesOf, openSession, post } from './session.ts';

interface LinkInput {
  readonly permission?: 'visitor' | 'editor';
  readonly password?: string;
  /** Hours. */
  readonly expiration?: number;
  readonly download_limit?: number;
}

export interface OwnersLinks {
  /** @returns the link's token */
  readonly share: (item: ItemRef, request?: LinkInput) => Promise<string>;
  readonly update: (token: string, changes: object) => Promise<unknown>;
  readonly revoke: (...tokens: readonly string[]) => Promise<unknown>;
}

/** Signs the administrator in, who owns the links. */
export const openLinks = async (url: string): Promise<OwnersLinks> => {
  const { call } = await openSession(url);
  return {
    share: async ({ id, type }, request = {}) =>
      (await call<Share>('POST', '/api/share', { id, type, ...request })).data.attributes.token,
    update: (token, changes) => call('PATCH', `/api/share/${token}`, changes),
    revoke: (...tokens) => call('DELETE', '/api/share/revoke', { tokens }),
  };
};

/** Somebody who has an editor's link, in one visit. */
export const guestOf = async (url: string, token: string) => {
  const succeeded = async (path: string, answer: Response): Promise<Response> => {
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const opening = `/api/browse/share/${token}`;
  const cookie = cookiesOf(await succeeded(opening, await fetch(`${url}${opening}`)));
  return {
    upload: async (name: string) => {
      const path = `/api/editor/upload/${token}?name=${encodeURIComponent(name)}`;
      const headers = { origin: url, cookie, 'content-type': 'application/octet-stream' };
      await succeeded(path, await fetch(`${url}${path}`, { method: 'POST', headers, body: name }));
    },
    rename: async (id: string, name: string) => {
      const path = `/api/editor/rename/${id}/${token}`;
      await succeeded(path, await post(`${url}${path}`, { name, _method: 'patch' }, { cookie }));
    },
  };
};
