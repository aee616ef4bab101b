import type { ItemRef } from '@holdall/contract/selections';
import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from '#testing/create-test-app.ts';
import { formOf, formType } from '#testing/form-of.ts';
import type { TreeClient } from '#testing/tree-client.ts';

type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';

export interface GuestAnswer {
  readonly status: number;
  readonly code: string | undefined;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly json: LightMyRequestResponse['json'];
}

export interface GuestCallOptions {
  readonly json?: object;
  readonly bytes?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the one that the browser has. */
  readonly cookie?: string;
}

/** A browser without an account; it keeps the cookies that it gets. */
export interface GuestClient {
  readonly cookie: string;
  call(method: Method, url: string, options?: GuestCallOptions): Promise<GuestAnswer>;
  get(url: string): Promise<GuestAnswer>;
  post(url: string, json: object): Promise<GuestAnswer>;
  upload(
    token: string,
    file: string | { readonly name: string; readonly query: string },
    text: string,
  ): Promise<GuestAnswer>;
  /** A part of an upload, as the specification's form. */
  chunk(token: string, fields: Readonly<Record<string, string>>, bytes: string): Promise<GuestAnswer>;
}

export const createGuestClient = (server: TestApp): GuestClient => {
  const jar = new Map<string, string>();
  const cookieOf = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const client: GuestClient = {
    get cookie() {
      return cookieOf();
    },
    call: async (method, url, { json, bytes, headers = {}, cookie = cookieOf() } = {}) => {
      const payload = json ?? bytes;
      const type = bytes === undefined ? {} : { 'content-type': 'application/octet-stream' };
      const answer = await server.app.inject({
        method,
        url,
        headers: { cookie, ...type, ...headers },
        ...(payload === undefined ? {} : { payload }),
      });
      for (const { name, value } of answer.cookies) jar.set(name, value);
      const isProblem = String(answer.headers['content-type']).includes('problem+json');
      return {
        status: answer.statusCode,
        code: isProblem ? answer.json<{ code: string }>().code : undefined,
        body: answer.body,
        headers: answer.headers,
        json: answer.json.bind(answer),
      };
    },
    get: (url) => client.call('GET', url),
    post: (url, json) => client.call('POST', url, { json }),
    upload: (token, file, text) => {
      const { name, query } = typeof file === 'string' ? { name: file, query: '' } : file;
      const url = `/api/editor/upload/${token}?name=${encodeURIComponent(name)}&${query}`;
      return client.call('POST', url, { bytes: text });
    },
    chunk: (token, fields, bytes) =>
      client.call('POST', `/api/editor/upload/${token}/chunks`, {
        bytes: formOf(fields, bytes),
        headers: { 'content-type': formType },
      }),
  };
  return client;
};

/** Shares an item. @returns the link's token */
export const shareOf = async (owner: TreeClient, item: ItemRef, more: object = {}): Promise<string> => {
  const answer = await owner.call('POST', '/api/share', { ...item, ...more });
  if (answer.status !== 201) throw new Error(`sharing answered ${answer.status} ${answer.code}`);
  return (answer as unknown as { data: { attributes: { token: string } } }).data.attributes.token;
};

export const revoke = (owner: TreeClient, token: string) =>
  owner.call('POST', '/api/share/revoke', { tokens: [token], _method: 'delete' });
