import type { Endpoint } from '@holdall/contract/endpoint';
import { endpoints } from '@holdall/contract/endpoints';
import type { OpenedRequest } from '@holdall/contract/file-requests';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { formType } from '#testing/form-of.ts';
import {
  type At,
  byRequest,
  byShare,
  type Call,
  type CallBy,
  type Cell,
  forbidden,
  get,
  type LinkRow,
  type Name,
  owned,
  type OwnedRow,
  ownRequest,
  post,
  unnamed,
} from '#testing/link-calls.ts';
import { createLinkCast, endedRequests, type LinkCast, type LinkKind } from '#testing/link-cast.ts';
import { leaksOf } from '#testing/link-leaks.ts';

let server: TestApp;
let cast: LinkCast;
beforeAll(async () => {
  server = await createTestApp();
  cast = await createLinkCast(server);
});
afterAll(() => server.close());

const headersOf = ({ bytes, form }: Call): Record<string, string> => {
  if (bytes !== undefined) return { 'content-type': 'application/octet-stream' };
  return form === undefined ? {} : { 'content-type': formType };
};

const answerTo = (call: Call, cookie: string): Promise<LightMyRequestResponse> => {
  const payload = call.json ?? call.bytes ?? call.form;
  return server.app.inject({
    method: call.method,
    url: call.url,
    headers: { cookie, ...headersOf(call) },
    ...(payload === undefined ? {} : { payload }),
  });
};
/** @returns status and code; a refusal must not reveal names */
const cellFrom = (answer: LightMyRequestResponse): Cell => {
  if (answer.statusCode < 400) return String(answer.statusCode);
  expect(answer.body).not.toContain('hidden');
  return `${answer.statusCode} ${answer.json<{ code: string }>().code}`;
};
const cellOf = async (call: Call, cookie: string): Promise<Cell> => cellFrom(await answerTo(call, cookie));

/** Like `cellOf`; an answer to a guest must reveal nothing outside of the shared item. */
const guestCellOf = async (call: Call, at: At, cookie: string): Promise<Cell> => {
  const answer = await answerTo(call, cookie);
  if (answer.statusCode < 400) expect(await leaksOf(server, at, answer)).toEqual([]);
  return cellFrom(answer);
};
const atOf = async (kind: LinkKind): Promise<At> => {
  const { another, ...behind } = cast.links[kind];
  return { ...behind, victim: await another() };
};

const table = Object.entries(endpoints) as [Name, Endpoint][];
const namesWhere = (test: (endpoint: Endpoint) => boolean): Name[] =>
  table.filter(([, endpoint]) => test(endpoint)).map(([name]) => name);

test('every call of the table has its row', () => {
  expect(Object.keys(byShare).toSorted()).toEqual(
    namesWhere(({ access, via }) => access === 'link' && via === 'share').toSorted(),
  );
  expect(Object.keys(byRequest).toSorted()).toEqual(
    namesWhere(({ access, via }) => access === 'link' && via === 'request').toSorted(),
  );
  const ofPeople = [...Object.keys(owned), ...Object.keys(ownRequest), ...unnamed];
  expect(ofPeople.toSorted()).toEqual(namesWhere(({ access }) => access === 'user').toSorted());
});

const shareRows = Object.entries(byShare) as [CallBy<'share'>, LinkRow][];
describe.each(shareRows)('%s', (name, { call, ...row }) => {
  const open: Record<string, Cell> = row;
  const cells: readonly (readonly [string, LinkKind, 'owner' | 'stranger' | 'nobody', Cell])[] = [
    ['nobody', 'none', 'nobody', '404 share.not_found'],
    ['a stranger without the link', 'none', 'stranger', '404 share.not_found'],
    ['a stranger who has the link', 'visitor', 'stranger', open['visitor'] ?? ''],
    ['the owner, who is a guest here as anybody', 'visitor', 'owner', open['visitor'] ?? ''],
    ['a visitor', 'visitor', 'nobody', open['visitor'] ?? ''],
    ['an editor', 'editor', 'nobody', open['editor'] ?? ''],
    ['a guest of a single file', 'file', 'nobody', open['file'] ?? ''],
    ['a guest of a collection', 'collection', 'nobody', open['visitor'] ?? ''],
    ['a guest of a locked link', 'locked', 'nobody', '401 share.locked'],
    ['a guest of an expired link', 'expired', 'nobody', '404 share.expired'],
    ['a guest of a revoked link', 'revoked', 'nobody', '404 share.not_found'],
    ['a guest of what is in the trash', 'trashed', 'nobody', '404 share.not_found'],
    ['a guest of somebody suspended', 'suspended', 'nobody', '403 share.unavailable'],
    ['a request’s guest', 'request', 'nobody', '404 share.not_found'],
  ];
  test.each(cells)('%s', async (...[, kind, as, cell]) => {
    const cookie = as === 'nobody' ? '' : cast.cookies[as];
    const at = await atOf(kind);
    expect(await guestCellOf(call(at), at, cookie)).toBe(cell);
  });
  // The row is about open links: the table of calls must agree on the calls for editors.
  test('is for editors alone where the table declares it', () => {
    expect(open['visitor'] === forbidden).toBe((endpoints[name] as Endpoint).edits === true);
  });
});

/** Like `guestCellOf`; guests of a file request must learn nothing of the folder and its content. */
const senderCellOf = async (call: Call, at: At, cookie: string): Promise<Cell> => {
  const answer = await answerTo(call, cookie);
  expect(await leaksOf(server, at, answer)).toEqual([]);
  const own = [at.root.id, at.folder.id, at.bytes.id, 'hidden request', 'hidden folder', 'hidden bytes'];
  expect(own.filter((word) => answer.body.includes(word))).toEqual([]);
  return cellFrom(answer);
};
describe.each(Object.entries(byRequest))('%s', (_name, { call, sender, ended }) => {
  test.each(['nobody', 'stranger', 'owner'] as const)('a request’s guest: %s', async (as) => {
    const at = await atOf('request');
    expect(await senderCellOf(call(at), at, as === 'nobody' ? '' : cast.cookies[as])).toBe(sender);
  });
  test.each(endedRequests)('a guest of a %s', async (kind) => {
    const at = await atOf(kind);
    expect(await senderCellOf(call(at), at, '')).toBe(ended[kind]);
  });
  test.each([
    'none',
    'visitor',
    'editor',
    'locked',
    'expired',
    'revoked',
    'suspended',
    'file',
    'collection',
  ] as const)('the token of a share is invalid for requests: %s', async (kind) => {
    expect(await cellOf(call(await atOf(kind)), '')).toBe('404 file_request.not_found');
  });
});
test.each([
  ['request closed', 'filled'],
  ['request overdue', 'expired'],
  ['request full', 'filled'],
  ['request trashed', 'filled'],
] as const)('a guest of a %s reads that it is %s, and can send nothing', async (kind, state) => {
  const { token } = cast.links[kind];
  for (const call of [get(`/api/request/${token}`), post(`/api/request/${token}/done`, {})]) {
    const { data } = (await answerTo(call, '')).json<OpenedRequest>();
    expect([data.attributes.state, data.meta.canUpload]).toEqual([state, false]);
    expect(data.relationships.received).toEqual({ data: [], meta: { count: 0, size: 0 } });
  }
});

describe.each(Object.entries({ ...owned, ...ownRequest }) as [Name, OwnedRow][])(
  '%s',
  (name, { call, stranger, owner }) => {
    const kind: LinkKind = name in ownRequest ? 'request' : 'editor';
    test.each([
      ['nobody', '', '401 session.required'],
      ['a guest of the link to it', 'guest', '401 session.required'],
      ['a stranger', 'stranger', stranger],
      ['its owner', 'owner', owner],
    ] as const)('%s', async (_who, as, cell) => {
      const at = await atOf(kind);
      const cookieOf = async (): Promise<string> => {
        if (as === '') return '';
        if (as !== 'guest') return cast.cookies[as];
        const [visit] = (await server.app.inject({ url: `/api/browse/share/${cast.links.editor.token}` }))
          .cookies;
        return `${visit?.name}=${visit?.value}`;
      };
      expect(await cellOf(call(at), await cookieOf())).toBe(cell);
    });
  },
);
