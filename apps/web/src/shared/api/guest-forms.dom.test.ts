import { itemEndpoints } from '@holdall/contract/items.endpoints';
import type { Endpoint } from '@holdall/contract/endpoint';
import * as guests from '@holdall/contract/guests';
import { beforeEach, expect, test, vi } from 'vitest';
import { addressOf, call, callAsGuest } from './client.ts';
import { formsFor, linkForms } from './guest-forms.ts';

const token = 'AbCdEfGhIjKlMnOpQrStUv';
const refusals: string[] = [];

beforeEach(() => {
  refusals.length = 0;
  callAsGuest({ formOf: formsFor(linkForms, token), onRefusal: ({ code }) => refusals.push(code) });
});

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

/** Their addresses come with the items, or they are the link's own. */
const notCalled: ReadonlySet<Endpoint> = new Set([
  guests.openShare,
  guests.downloadShared,
  guests.getSharedThumbnail,
]);

test('each call of a link has its form in the table', () => {
  const wanted = Object.values<unknown>(guests)
    .filter(isEndpoint)
    .filter((one) => one.access === 'link' && one.via === 'share' && !notCalled.has(one))
    .map(({ method, path }) => `${method} ${path}`);
  const forms = [...linkForms.values()].map(({ method, path }) => `${method} ${path}`);
  expect(forms.toSorted()).toEqual(wanted.toSorted());
});

test('calls go in the guest’s form, with the token in their path; those without one stay as they are', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    asked.push(`${method} ${address}`);
    return Response.json({});
  });
  await call(itemEndpoints.moveItems, { body: { to_id: 'f', items: [] } });
  await call(itemEndpoints.renameItem, { params: { id: 'a b' }, body: { name: 'x' } });
  await call(itemEndpoints.authorizeChannel, { body: { socket_id: '1.2', channel_name: 'c' } });
  expect(asked).toEqual([
    `POST /api/editor/move/${token}`,
    `POST /api/editor/rename/a%20b/${token}`,
    'POST /broadcasting/auth',
  ]);
  expect(addressOf(itemEndpoints.upload, {}, { name: 'a.txt' })).toBe(
    `/api/editor/upload/${token}?name=a.txt`,
  );
  expect(addressOf(itemEndpoints.zip, {}, { items: 'a|file' })).toBe(`/api/zip/${token}?items=a%7Cfile`);
});

test('the page learns why a call was refused', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 'share.locked', message: 'Locked.', shared: 'file' }, { status: 401 }),
  );
  await expect(call(itemEndpoints.search, { query: { query: 'a' } })).rejects.toMatchObject({
    shared: 'file',
  });
  expect(refusals).toEqual(['share.locked']);
});
