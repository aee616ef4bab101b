import type { Problem } from '@holdall/contract/error-codes';
import type { FileRequest, OpenedRequest } from '@holdall/contract/file-requests';
import type { ItemRef } from '@holdall/contract/selections';
import type { TestApp } from '#testing/create-test-app.ts';
import { formOf, formType } from '#testing/form-of.ts';
import type { TreeClient } from '#testing/tree-client.ts';

export interface SenderAnswer {
  readonly status: number;
  readonly code: string | undefined;
  readonly body: string;
}

/** A browser without an account that has a request's link. */
export interface Sender {
  /** Opens the request; the first call begins the visit. */
  open(): Promise<OpenedRequest>;
  /** Sends a file, or a part of one. */
  send(name: string, text: string, query?: string): Promise<SenderAnswer>;
  /** Sends a file by the chunk form, with additional fields. */
  chunk(name: string, text: string, more?: Readonly<Record<string, string>>): Promise<SenderAnswer>;
  done(): Promise<SenderAnswer>;
  call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object): Promise<SenderAnswer>;
  /** Names of the receipt. */
  received(): Promise<string[]>;
}

const codeOf = (body: string, type: unknown): string | undefined =>
  typeof type === 'string' && type.includes('json') ? (JSON.parse(body) as Partial<Problem>).code : undefined;

export const createSender = (server: TestApp, token: string): Sender => {
  let cookie = '';
  const inject = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    { payload, type }: { readonly payload?: string | object | undefined; readonly type?: string } = {},
  ): Promise<SenderAnswer> => {
    const answer = await server.app.inject({
      method,
      url,
      headers: { cookie, ...(type === undefined ? {} : { 'content-type': type }) },
      ...(payload === undefined ? {} : { payload }),
    });
    const [set] = answer.cookies;
    if (set !== undefined) cookie = `${set.name}=${set.value}`;
    const { statusCode: status, body } = answer;
    return { status, body, code: codeOf(body, answer.headers['content-type']) };
  };
  const url = `/api/request/${token}`;
  const sender: Sender = {
    open: async () => {
      const { status, body } = await inject('GET', url);
      if (status !== 200) throw new Error(`the request answered ${status}: ${body}`);
      return JSON.parse(body) as OpenedRequest;
    },
    send: (name, text, query = '') =>
      inject('POST', `${url}/upload?name=${encodeURIComponent(name)}${query}`, {
        payload: text,
        type: 'application/octet-stream',
      }),
    chunk: (name, text, more = {}) =>
      inject('POST', `${url}/upload/chunks`, {
        payload: formOf({ name: `0123456789abcdef-${name}`, path: name, is_last: 'true', ...more }, text),
        type: formType,
      }),
    done: () => inject('POST', `${url}/done`),
    call: (method, path, payload) => inject(method, path, { payload }),
    received: async () => (await sender.open()).data.relationships.received.data.map(({ name }) => name),
  };
  return sender;
};

/** Asks for files into a folder. */
export const askForFiles = async (
  owner: TreeClient,
  folder: ItemRef,
  more: object = {},
): Promise<FileRequest['data']['attributes']> => {
  const answer = await owner.call('POST', '/api/file-requests', {
    folder_id: folder.id,
    name: 'Photos',
    ...more,
  });
  if (answer.status !== 201) throw new Error(`asking answered ${answer.status} ${answer.code}`);
  return (answer as unknown as FileRequest).data.attributes;
};
