/** Links and their guests, by the API: for arranging what a journey is not about. */
import type { Share } from '@holdall/contract/share-link';
import type { ItemRef } from './api.ts';
import { admin } from './server.ts';

interface LinkWish {
  readonly permission?: 'visitor' | 'editor';
  readonly password?: string;
  readonly expiration?: number;
}

export interface OwnersLinks {
  /** @returns the link's token */
  readonly share: (item: ItemRef, wish?: LinkWish) => Promise<string>;
  readonly update: (token: string, changes: object) => Promise<void>;
  readonly revoke: (...tokens: readonly string[]) => Promise<void>;
}

const failed = async (path: string, answer: Response) =>
  new Error(`${path} answered ${answer.status}: ${await answer.text()}`);

/** Signs the administrator in, who owns the links. */
export const ownLinks = async (url: string): Promise<OwnersLinks> => {
  const headers = { origin: url, 'content-type': 'application/json' };
  const { email, password } = admin;
  const signedIn = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password, remember: false }),
  });
  if (!signedIn.ok) throw await failed('/api/login', signedIn);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const post = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw await failed(path, answer);
    return answer.json();
  };
  return {
    share: async ({ id, type }, wish = {}) =>
      ((await post('/api/share', { id, type, ...wish })) as Share).data.attributes.token,
    update: async (token, changes) => {
      await post(`/api/share/${token}`, { ...changes, _method: 'patch' });
    },
    revoke: async (...tokens) => {
      await post('/api/share/revoke', { tokens, _method: 'delete' });
    },
  };
};

/** Somebody who has an editor's link, in one visit. */
export const guestOf = async (url: string, token: string) => {
  const opened = await fetch(`${url}/api/browse/share/${token}`);
  if (!opened.ok) throw await failed('opening the link', opened);
  const cookie = opened.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const send = async (path: string, type: string, body: string): Promise<void> => {
    const headers = { origin: url, cookie, 'content-type': type };
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body });
    if (!answer.ok) throw await failed(path, answer);
  };
  return {
    upload: (name: string) =>
      send(`/api/editor/upload/${token}?name=${encodeURIComponent(name)}`, 'application/octet-stream', name),
    rename: (id: string, name: string) =>
      send(
        `/api/editor/rename/${id}/${token}`,
        'application/json',
        JSON.stringify({ name, _method: 'patch' }),
      ),
  };
};
