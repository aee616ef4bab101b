import { batchType } from '@holdall/contract/upload-batch.limits';
import type { Endpoint } from '@holdall/contract/endpoint';
import { endpoints } from '@holdall/contract/endpoints';
import type { OpenedRequest } from '@holdall/contract/file-requests';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
import { ownAnswerOf } from '#testing/batch-of.ts';
import { createLinkCast, endedRequests, type LinkCast, type LinkKind } from '#testing/link-cast.ts';
import { leaksOf } from '#testing/link-leaks.ts';

let server: TestApp;
let cast: LinkCast;
beforeAll(async () => {
  server = await createTestApp();
  cast = await createLinkCast(server);
});
afterAll(() => server.close());

const headersOf = ({ bytes, form, batch }: Call): Record<string, string> => {
  if (batch !== undefined) return { 'content-type': batchType };
  if (bytes !== undefined) return { 'content-type': 'application/octet-stream' };
  return form === undefined ? {} : { 'content-type': formType };
};

const answerTo = (call: Call, cookie: string): Promise<LightMyRequestResponse> => {
  const payload = call.json ?? call.bytes ?? call.form ?? call.batch;
  return server.app.inject({
    method: call.method,
    url: call.url,
    headers: { cookie, ...headersOf(call) },
    ...(payload === undefined ? {} : { payload }),
  });
};
/** @returns status and code; a refusal must not reveal names */
const cellFrom = (answer: LightMyRequestResponse): Cell => {
  const { statusCode, body } = ownAnswerOf(answer);
  if (statusCode < 400) return String(statusCode);
  expect(body).not.toContain('hidden');
  return `${statusCode} ${(JSON.parse(body) as { code: string }).code}`;
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
/** The cells of a row, by the guest's rights. */
const cellsOf = ({ call: _call, ...cells }: LinkRow): Readonly<Record<string, Cell>> => cells;
/** Each guest: the link, the account that is signed in, and the cell of the row or the refusal that is expected. */
const guests: readonly (readonly [string, LinkKind, 'owner' | 'otherUser' | 'nobody', Cell])[] = [
  ['a visitor without an account who has no link', 'none', 'nobody', '404 share.not_found'],
  ['another user without the link', 'none', 'otherUser', '404 share.not_found'],
  ['another user who has the link', 'visitor', 'otherUser', 'visitor'],
  ['the owner, who is a guest here as anybody', 'visitor', 'owner', 'visitor'],
  ['a visitor', 'visitor', 'nobody', 'visitor'],
  ['an editor', 'editor', 'nobody', 'editor'],
  ['a guest of a single file', 'file', 'nobody', 'file'],
  ['an editor of a single file', 'edited file', 'nobody', 'editedFile'],
  ['a guest of a collection', 'collection', 'nobody', 'visitor'],
  ['a guest of a locked link', 'locked', 'nobody', '401 share.locked'],
  ['a guest of an expired link', 'expired', 'nobody', '404 share.expired'],
  ['a guest of a revoked link', 'revoked', 'nobody', '404 share.not_found'],
  ['a guest of a link into the trash', 'trashed', 'nobody', '404 share.not_found'],
  ['a guest of a suspended user', 'suspended', 'nobody', '403 share.unavailable'],
  ['a guest of a file request', 'request', 'nobody', '404 share.not_found'],
];
test.each(guests)('each call by a share answers %s by its row', async (...[, kind, as, expected]) => {
  const mismatches: object[] = [];
  for (const [name, row] of shareRows) {
    const at = await atOf(kind);
    const cell = await guestCellOf(row.call(at), at, as === 'nobody' ? '' : cast.cookies[as]);
    const wanted = cellsOf(row)[expected] ?? expected;
    if (cell !== wanted) mismatches.push({ name, cell, wanted });
  }
  expect(mismatches).toEqual([]);
});
// The rows are about open links: the table of calls must agree on the calls for editors.
test('calls are for editors alone where the table declares it', () => {
  const forEditors = shareRows.filter(([, row]) => cellsOf(row)['visitor'] === forbidden);
  expect(forEditors.map(([name]) => name)).toEqual(
    shareRows.map(([name]) => name).filter((name) => (endpoints[name] as Endpoint).edits === true),
  );
});

/** Like `guestCellOf`; guests of a file request must learn nothing of the folder and its content. */
const senderCellOf = async (call: Call, at: At, cookie: string): Promise<Cell> => {
  const answer = await answerTo(call, cookie);
  expect(await leaksOf(server, at, answer)).toEqual([]);
  const own = [at.root.id, at.folder.id, at.bytes.id, 'hidden request', 'hidden folder', 'hidden bytes'];
  expect(own.filter((word) => answer.body.includes(word))).toEqual([]);
  return cellFrom(answer);
};
const requestRows = Object.entries(byRequest);
test.each(['nobody', 'otherUser', 'owner'] as const)(
  'each call by an open file request answers its guest by its row: %s',
  async (as) => {
    const mismatches: object[] = [];
    for (const [name, { call, sender }] of requestRows) {
      const at = await atOf('request');
      const cell = await senderCellOf(call(at), at, as === 'nobody' ? '' : cast.cookies[as]);
      if (cell !== sender) mismatches.push({ name, cell, wanted: sender });
    }
    expect(mismatches).toEqual([]);
  },
);
test.each(endedRequests)('each call by a %s answers by its row', async (kind) => {
  const mismatches: object[] = [];
  for (const [name, { call, ended }] of requestRows) {
    const at = await atOf(kind);
    const cell = await senderCellOf(call(at), at, '');
    if (cell !== ended[kind]) mismatches.push({ name, cell, wanted: ended[kind] });
  }
  expect(mismatches).toEqual([]);
});
test('the token of a share is invalid for file requests', async () => {
  const mismatches: object[] = [];
  const kinds = ['none', 'visitor', 'editor', 'locked', 'expired', 'revoked', 'suspended'] as const;
  for (const kind of [...kinds, 'file', 'collection'] as const)
    for (const [name, { call }] of requestRows) {
      const cell = await cellOf(call(await atOf(kind)), '');
      if (cell !== '404 file_request.not_found') mismatches.push({ name, kind, cell });
    }
  expect(mismatches).toEqual([]);
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

const guestCookie = async (): Promise<string> => {
  const answer = await server.app.inject({ url: `/api/browse/share/${cast.links.editor.token}` });
  const [visit] = answer.cookies;
  return `${visit?.name}=${visit?.value}`;
};
const people: readonly (readonly [string, () => Promise<string> | string, (row: OwnedRow) => Cell])[] = [
  ['a visitor without an account', () => '', () => '401 session.required'],
  ['a guest of the link to it', guestCookie, () => '401 session.required'],
  ['another user', () => cast.cookies.otherUser, ({ otherUser }) => otherUser],
  ['its owner', () => cast.cookies.owner, ({ owner }) => owner],
];
test.each(people)('each call about an item answers %s by its row', async (...[, cookieOf, wantedOf]) => {
  const mismatches: object[] = [];
  for (const [name, row] of Object.entries({ ...owned, ...ownRequest }) as [Name, OwnedRow][]) {
    const at = await atOf(name in ownRequest ? 'request' : 'editor');
    const cell = await cellOf(row.call(at), await cookieOf());
    if (cell !== wantedOf(row)) mismatches.push({ name, cell, wanted: wantedOf(row) });
  }
  expect(mismatches).toEqual([]);
});
