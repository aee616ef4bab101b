import type { Endpoint } from '@holdall/contract/endpoint';
import { endpoints } from '@holdall/contract/endpoints';
import { batchType } from '@holdall/contract/upload-batch.limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchOf, ownAnswerOf } from '#testing/batch-of.ts';
import { formOf, formType } from '#testing/form-of.ts';
import type { TreeClient } from '#testing/tree-client.ts';
import { createTestApp, type TestApp, testEmail } from '#testing/create-test-app.ts';
import { createTreeClient } from '#testing/tree-client.ts';

type Name = keyof typeof endpoints;
type Ref = Awaited<ReturnType<TreeClient['folder']>>;
type Call = readonly [method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object];

/** Items by owner; an operation is an undoable change. */
interface Cast {
  readonly hers: Ref;
  readonly mine: Ref;
  readonly myFile: Ref;
  readonly herTrashed: Ref;
  readonly herOperation: string;
  /** The token of a link to several items. */
  readonly myCollection: string;
}

const chunkForm = (parentId: string): string =>
  formOf({ name: 'chunk-of-mine', path: '', parent_id: parentId, extension: 'txt', is_last: 'true' });

/** Calls that name an item elsewhere than in their path: each with another's among, or in place of, one's own. */
const foreign: Partial<Record<Name, (cast: Cast) => readonly Call[]>> = {
  addFavourites: ({ hers, mine, myFile }) => [
    ['POST', '/api/folders/favourites', { folders: [mine, myFile, hers].map(({ id }) => ({ id })) }],
  ],
  orderFavourites: ({ hers }) => [['PATCH', '/api/folders/favourites', { folders: [{ id: hers.id }] }]],
  browseNavigation: ({ hers }) => [['GET', `/api/browse/navigation?parent_id=${hers.id}`]],
  createFolder: ({ hers }) => [['POST', '/api/create-folder', { name: 'planted', parent_id: hers.id }]],
  createFileRequest: ({ hers }) => [['POST', '/api/file-requests', { folder_id: hers.id, name: 'Mine' }]],
  createShare: ({ hers }) => [['POST', '/api/share', hers]],
  createCollection: ({ hers, mine }) => [
    ['POST', '/api/share/collection', { name: 'Mine', items: [mine, hers] }],
    ['POST', '/api/share/collection', { name: 'Mine', all_of: { id: hers.id } }],
  ],
  updateCollection: ({ hers, myCollection }) => [
    ['PATCH', `/api/share/${myCollection}/items`, { add: [hers] }],
  ],
  moveItems: ({ hers, mine, myFile }) => [
    ['POST', '/api/move', { to_id: mine.id, items: [myFile, hers] }],
    ['POST', '/api/move', { to_id: hers.id, items: [myFile] }],
    ['POST', '/api/move', { to_id: null, all_of: { id: hers.id } }],
  ],
  copyItems: ({ hers, mine, myFile }) => [
    ['POST', '/api/copy', { to_id: mine.id, items: [myFile, hers] }],
    ['POST', '/api/copy', { to_id: hers.id, items: [myFile] }],
    ['POST', '/api/copy', { to_id: null, all_of: { id: hers.id } }],
  ],
  prepareZip: ({ hers, mine }) => [
    ['POST', '/api/zip', { items: [mine, hers] }],
    ['POST', '/api/zip', { all_of: { id: hers.id } }],
  ],
  removeItems: ({ hers, myFile }) => [
    ['POST', '/api/remove', { items: [myFile, hers].map((item) => ({ ...item, force_delete: true })) }],
    ['POST', '/api/remove', { all_of: { id: hers.id } }],
  ],
  restoreItems: ({ herTrashed }) => [
    ['POST', '/api/trash/restore', { items: [herTrashed] }],
    ['POST', '/api/trash/restore', { all_of: { id: herTrashed.id, in: 'trash' } }],
  ],
  undo: ({ herOperation }) => [['POST', '/api/undo', { operation: herOperation }]],
  upload: ({ hers }) => [['POST', `/api/upload?name=planted.txt&parent_id=${hers.id}`]],
  uploadChunk: ({ hers }) => [['POST', '/api/upload/chunks', { form: chunkForm(hers.id) }]],
  uploadBatch: ({ hers }) => [
    [
      'POST',
      '/api/upload/batch',
      { batch: batchOf({ name: 'planted.txt', parent_id: hers.id, bytes: 'x' }) },
    ],
  ],
  zip: ({ hers, mine }) => [['GET', `/api/zip?items=${mine.id}|folder,${hers.id}|folder`]],
};
/** Calls that name no item; uploads name only the caller's own. */
const withoutItems: readonly Name[] = [
  'browseLatest',
  'browseShared',
  'cancelUpload',
  'emptyTrash',
  'getStorage',
  'getUser',
  'listOwnActivity',
  'deleteFileRequest',
  'getFileRequestQr',
  'listFileRequests',
  'updateFileRequest',
  'getShare',
  'getShareQr',
  'listCollectionItems',
  'listCollections',
  'listShareActivity',
  'listEndedShares',
  'mailShare',
  'markShareActivitySeen',
  'removeAvatar',
  'replaceAvatar',
  'revertShareActivity',
  'revokeShares',
  'search',
  'summarizeShares',
  'updateAvatar',
  'updateShare',
  'updateUserSettings',
  'uploadStatus',
];

let server: TestApp;
let ada: TreeClient;
let eve: TreeClient;
let cookie: string;
let cast: Cast;
beforeAll(async () => {
  server = await createTestApp();
  ada = await createTreeClient(server, testEmail);
  await server.addUser('eve@example.com');
  eve = await createTreeClient(server, 'eve@example.com');
  cookie = await server.signIn('eve@example.com');
  const hers = await ada.folder('hers');
  await ada.file('kept', hers);
  const herTrashed = await ada.folder('put away');
  await ada.file('also kept', herTrashed);
  await ada.remove([herTrashed]);
  const renamed = await ada.rename(await ada.folder('old'), { name: 'new' });
  const herOperation = renamed.meta?.operation ?? '';
  const mine = await eve.folder('mine');
  const shared = await eve.call('POST', '/api/share/collection', { name: 'Mine', items: [mine] });
  const { data } = shared as unknown as { data: { attributes: { token: string } } };
  cast = {
    hers,
    herTrashed,
    herOperation,
    mine,
    myCollection: data.attributes.token,
    myFile: await eve.file('my file'),
  };
});
afterAll(() => server.close());

test('every call either names items or is on the list of those that name none', () => {
  // Calls about credentials and those of administrators contain no items.
  const named = (Object.entries(endpoints) as [Name, Endpoint][])
    .filter(
      ([, { path, access, credentials }]) =>
        access !== 'user' || credentials === true || path.includes('{id}'),
    )
    .map(([name]) => name);
  const known = [...named, ...Object.keys(foreign), ...withoutItems];
  expect(known.toSorted()).toEqual(Object.keys(endpoints).toSorted());
});

/** The type and the body of a call that sends bytes. */
const uploadOf = (payload: object = {}): { type: string; body: string } => {
  if ('form' in payload) return { type: formType, body: String(payload.form) };
  if ('batch' in payload) return { type: batchType, body: String(payload.batch) };
  return { type: 'application/octet-stream', body: 'x' };
};

/** All that there is, so that nothing can change unseen. */
const everything = () =>
  Promise.all([
    server.parts.db
      .selectFrom('items')
      .select(['id', 'name', 'parent_id', 'deleted_at', 'purged_at', 'items_count'])
      .orderBy('id')
      .execute(),
    server.parts.db.selectFrom('favourites').selectAll().execute(),
    server.parts.db.selectFrom('zip_selections').selectAll().execute(),
    server.parts.db.selectFrom('upload_sessions').selectAll().execute(),
  ]);

describe.each(Object.entries(foreign))('%s', (_name, calls) => {
  test('finds nothing where an item is another’s, and changes nothing', async () => {
    const before = await everything();
    for (const [method, url, payload] of calls(cast)) {
      const { type, body } = url.startsWith('/api/upload')
        ? uploadOf(payload)
        : { type: undefined, body: payload };
      const sent = await server.app.inject({
        method,
        url,
        headers: { cookie, ...(type === undefined ? {} : { 'content-type': type }) },
        ...(body === undefined ? {} : { payload: body }),
      });
      const answer = ownAnswerOf(sent);
      expect([url, answer.statusCode, answer.body]).toEqual([
        url,
        404,
        expect.stringContaining('.not_found"'),
      ]);
      expect(answer.body).not.toContain('hers');
    }
    expect(await everything()).toEqual(before);
  });
});
