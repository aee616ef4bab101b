import type { endpoints } from '@holdall/contract/endpoints';
import type { ItemRef } from '@holdall/contract/selections';
import { batchOf } from '#testing/batch-of.ts';
import { formOf } from '#testing/form-of.ts';
import type { endedRequests, Link } from '#testing/link-cast.ts';

export type Name = keyof typeof endpoints;
/** The calls by a link of one kind. */
export type CallBy<Via extends 'share' | 'request'> = {
  [N in Name]: (typeof endpoints)[N] extends { access: 'link'; via: Via } ? N : never;
}[Name];

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly json?: object;
  readonly bytes?: string;
  readonly form?: string;
  readonly batch?: string;
}
/** The fixture of a call: a link and its target, and a file of its own. */
export interface At extends Omit<Link, 'another'> {
  readonly victim: ItemRef;
}
/** A status, and the code where it is a refusal. */
export type Cell = string;
type CallAt = (at: At) => Call;

export const get = (url: string): Call => ({ method: 'GET', url });
export const post = (url: string, json: object): Call => ({ method: 'POST', url, json });
const unknownId = '01900000-0000-7000-8000-000000000000';
const uploadName = 'some-upload-name';
let sent = 0;
const chunk = (): string => {
  sent += 1;
  return formOf({ name: `chunk-number-${sent}`, path: '', extension: 'txt', is_last: 'true' });
};
const batch = (fields: object = {}): string => {
  sent += 1;
  return batchOf({ ...fields, name: `hidden-batch-${sent}`, bytes: 'x' });
};
const upload = (): string => {
  sent += 1;
  return `name=hidden-upload-${sent}`;
};

/** The answers of open links by kind: one to view, one to edit, and the same of a single file. */
export interface LinkRow {
  readonly call: CallAt;
  readonly visitor: Cell;
  readonly editor: Cell;
  readonly file: Cell;
  readonly editedFile: Cell;
}
const noFolder = '404 item.not_found';
export const forbidden = '403 share.forbidden';
const noParent = '422 item.parent_is_file';
const ofFiles = (cell: Cell) => ({ file: cell, editedFile: cell });
const all = (cell: Cell) => ({ visitor: cell, editor: cell, ...ofFiles(cell) });
/** @param onFile the answer of a link to a single file, whose guests change nothing but its content */
const edits = (cell: Cell, onFile: Cell) => ({
  visitor: forbidden,
  editor: cell,
  file: forbidden,
  editedFile: onFile,
});

/** Every call by a link to an item: one that is missing here does not compile. */
export const byShare: Readonly<Record<CallBy<'share'>, LinkRow>> = {
  openShare: { call: ({ token }) => get(`/api/browse/share/${token}`), ...all('200') },
  browseSharedFolder: {
    call: ({ root, token }) => get(`/api/browse/folders/${root.id}/${token}`),
    ...all('200'),
    ...ofFiles(noFolder),
  },
  browseSharedNavigation: {
    call: ({ token }) => get(`/api/browse/navigation/${token}`),
    ...all('200'),
    ...ofFiles(noFolder),
  },
  getSharedItem: { call: ({ bytes, token }) => get(`/api/items/${bytes.id}/${token}`), ...all('200') },
  searchShare: { call: ({ token }) => get(`/api/search/${token}?query=hidden`), ...all('200') },
  downloadShared: {
    call: ({ bytes, token }) => get(`/api/files/${bytes.id}/content/${token}?download`),
    ...all('200'),
  },
  // A text has none.
  getSharedThumbnail: {
    call: ({ bytes, token }) => get(`/api/thumbnails/${bytes.id}/sm/${token}`),
    ...all('404 thumbnail.not_found'),
  },
  zipShared: { call: ({ bytes, token }) => get(`/api/zip/${token}?items=${bytes.id}|file`), ...all('200') },
  prepareSharedZip: {
    call: ({ bytes, token }) => post(`/api/zip/${token}`, { items: [bytes] }),
    ...all('201'),
  },
  createSharedFolder: {
    call: ({ victim, token }) => post(`/api/editor/create-folder/${token}`, { name: `by ${victim.id}` }),
    ...edits('201', noParent),
  },
  renameSharedItem: {
    call: ({ victim, token }) =>
      post(`/api/editor/rename/${victim.id}/${token}`, { _method: 'patch', name: `hidden ${victim.id}` }),
    ...edits('200', '404 item.not_found'),
  },
  moveSharedItems: {
    call: ({ folder, victim, token }) =>
      post(`/api/editor/move/${token}`, { to_id: folder.id, items: [victim] }),
    ...edits('200', '404 item.not_found'),
  },
  copySharedItems: {
    call: ({ folder, victim, token }) =>
      post(`/api/editor/copy/${token}`, { to_id: folder.id, items: [victim] }),
    ...edits('200', '404 item.not_found'),
  },
  removeSharedItems: {
    call: ({ victim, token }) => post(`/api/editor/remove/${token}`, { items: [victim] }),
    ...edits('200', '404 item.not_found'),
  },
  listSharedVersions: {
    call: ({ victim, token }) => get(`/api/editor/versions/${victim.id}/${token}`),
    ...edits('200', '404 item.not_found'),
  },
  downloadSharedVersion: {
    call: ({ victim, token }) => get(`/api/editor/versions/${victim.id}/${unknownId}/content/${token}`),
    ...edits('404 version.not_found', '404 item.not_found'),
  },
  restoreSharedVersion: {
    call: ({ victim, token }) => post(`/api/editor/versions/${victim.id}/${unknownId}/restore/${token}`, {}),
    ...edits('404 version.not_found', '404 item.not_found'),
  },
  undoShared: {
    call: ({ token }) => post(`/api/editor/undo/${token}`, { operation: unknownId }),
    ...edits('404 operation.not_found', '404 operation.not_found'),
  },
  uploadShared: {
    call: ({ token }) => ({ method: 'POST', url: `/api/editor/upload/${token}?${upload()}`, bytes: 'x' }),
    ...edits('201', noParent),
  },
  uploadSharedBatch: {
    call: ({ token }) => ({ method: 'POST', url: `/api/editor/upload/${token}/batch`, batch: batch() }),
    ...edits('201', noParent),
  },
  uploadSharedChunk: {
    call: ({ token }) => ({ method: 'POST', url: `/api/editor/upload/${token}/chunks`, form: chunk() }),
    ...edits('201', noParent),
  },
  sharedUploadStatus: {
    call: ({ token }) => get(`/api/upload/chunks/${uploadName}/${token}`),
    ...edits('404 upload.not_found', '404 upload.not_found'),
  },
  cancelSharedUpload: {
    call: ({ token }) => ({ method: 'DELETE', url: `/api/upload/chunks/${uploadName}/${token}` }),
    ...edits('204', '204'),
  },
};

/** The answers to guests of file requests: of an open one, and of closed ones. */
interface RequestRow {
  readonly call: CallAt;
  readonly sender: Cell;
  readonly ended: Readonly<Record<(typeof endedRequests)[number], Cell>>;
}
/** The row of a call that is answered also by a closed request, while its owner exists. */
const looks = (call: CallAt, cell: Cell): RequestRow => ({
  call,
  sender: cell,
  ended: {
    'request closed': cell,
    'request overdue': cell,
    'request full': cell,
    'request trashed': cell,
    'request suspended': '403 share.unavailable',
    'request deleted': '404 file_request.not_found',
  },
});
const sends = (call: CallAt): RequestRow => ({
  call,
  sender: '201',
  ended: {
    'request closed': '410 file_request.closed',
    'request overdue': '410 file_request.closed',
    'request full': '423 file_request.full',
    'request trashed': '410 file_request.closed',
    'request suspended': '403 share.unavailable',
    'request deleted': '404 file_request.not_found',
  },
});

/** Every call by a request for files. */
export const byRequest: Readonly<Record<CallBy<'request'>, RequestRow>> = {
  openFileRequest: looks(({ token }) => get(`/api/request/${token}`), '200'),
  finishFileRequest: looks(({ token }) => post(`/api/request/${token}/done`, {}), '200'),
  uploadRequested: sends(({ token }) => ({
    method: 'POST',
    url: `/api/request/${token}/upload?${upload()}`,
    bytes: 'x',
  })),
  uploadRequestedBatch: sends(({ token }) => ({
    method: 'POST',
    url: `/api/request/${token}/upload/batch`,
    batch: batch(),
  })),
  uploadRequestedChunk: sends(({ token }) => ({
    method: 'POST',
    url: `/api/request/${token}/upload/chunks`,
    form: chunk(),
  })),
  requestedUploadStatus: looks(
    ({ token }) => get(`/api/request/${token}/upload/chunks/${uploadName}`),
    '404 upload.not_found',
  ),
  cancelRequestedUpload: looks(
    ({ token }) => ({ method: 'DELETE', url: `/api/request/${token}/upload/chunks/${uploadName}` }),
    '204',
  ),
};

/** Calls of signed-in people that name an item or a link: the answers to another user and to the owner. */
export interface OwnedRow {
  readonly call: CallAt;
  readonly otherUser: Cell;
  readonly owner: Cell;
}
const item = (call: CallAt, owner: Cell): OwnedRow => ({ call, owner, otherUser: '404 item.not_found' });
const link = (call: CallAt, owner: Cell): OwnedRow => ({ call, owner, otherUser: '404 share.not_found' });

export const owned: Readonly<Partial<Record<Name, OwnedRow>>> = {
  addFavourites: item(
    ({ folder }) => post('/api/folders/favourites', { folders: [{ id: folder.id }] }),
    '200',
  ),
  browseFolder: item(({ root }) => get(`/api/browse/folders/${root.id}`), '200'),
  browseNavigation: item(({ root }) => get(`/api/browse/navigation?parent_id=${root.id}`), '200'),
  browseTrash: item(({ root }) => get(`/api/browse/trash/${root.id}`), noFolder),
  createFolder: item(
    ({ victim, root }) => post('/api/create-folder', { name: `of ${victim.id}`, parent_id: root.id }),
    '201',
  ),
  createFileRequest: item(
    ({ folder }) => post('/api/file-requests', { folder_id: folder.id, name: 'Photos' }),
    '201',
  ),
  createShare: item(({ victim }) => post('/api/share', victim), '201'),
  createCollection: item(
    ({ victim }) => post('/api/share/collection', { name: 'Several', items: [victim] }),
    '201',
  ),
  listCollectionItems: link(({ token }) => get(`/api/share/${token}/items`), '422 share.not_collection'),
  updateCollection: link(
    ({ token, victim }) => ({ method: 'PATCH', url: `/api/share/${token}/items`, json: { add: [victim] } }),
    '422 share.not_collection',
  ),
  listVersions: item(({ bytes }) => get(`/api/items/${bytes.id}/versions`), '200'),
  downloadVersion: item(
    ({ bytes }) => get(`/api/items/${bytes.id}/versions/${unknownId}/content`),
    '404 version.not_found',
  ),
  restoreVersion: item(
    ({ bytes }) => post(`/api/items/${bytes.id}/versions/${unknownId}/restore`, {}),
    '404 version.not_found',
  ),
  updateVersion: item(
    ({ bytes }) => ({
      method: 'PATCH',
      url: `/api/items/${bytes.id}/versions/${unknownId}`,
      json: { pinned: true },
    }),
    '404 version.not_found',
  ),
  deleteVersion: item(
    ({ bytes }) => ({ method: 'DELETE', url: `/api/items/${bytes.id}/versions/${unknownId}` }),
    '404 version.not_found',
  ),
  download: item(({ bytes }) => get(`/api/files/${bytes.id}/content`), '200'),
  getItem: item(({ bytes }) => get(`/api/items/${bytes.id}`), '200'),
  getThumbnail: {
    ...item(({ bytes }) => get(`/api/thumbnails/${bytes.id}/sm`), '404 thumbnail.not_found'),
    otherUser: '404 thumbnail.not_found',
  },
  getShare: link(({ token }) => get(`/api/share/${token}`), '200'),
  getShareQr: link(({ token }) => get(`/api/share/${token}/qr`), '200'),
  listItemShares: item(({ victim }) => get(`/api/share/item/${victim.id}`), '200'),
  listShareActivity: link(({ token }) => get(`/api/share/${token}/activity`), '200'),
  mailShare: link(({ token }) => post(`/api/share/${token}/email`, { emails: ['x@example.com'] }), '200'),
  markShareActivitySeen: link(({ token }) => ({ method: 'POST', url: `/api/share/${token}/seen` }), '204'),
  revertShareActivity: link(
    ({ token }) => post(`/api/share/${token}/revert`, { entry: unknownId }),
    '404 share_activity.not_found',
  ),
  updateShare: link(
    ({ token }) => ({ method: 'PATCH', url: `/api/share/${token}`, json: { download_limit: null } }),
    '200',
  ),
  // The others still need the link.
  revokeShares: link(
    ({ token }) => post('/api/share/revoke', { tokens: [token, 'b'.repeat(32)], _method: 'delete' }),
    '404 share.not_found',
  ),
  moveItems: item(({ folder, victim }) => post('/api/move', { to_id: folder.id, items: [victim] }), '200'),
  copyItems: item(({ folder, victim }) => post('/api/copy', { to_id: folder.id, items: [victim] }), '200'),
  orderFavourites: item(
    ({ folder }) => ({
      method: 'PATCH',
      url: '/api/folders/favourites',
      json: { folders: [{ id: folder.id }] },
    }),
    '200',
  ),
  prepareZip: item(({ bytes }) => post('/api/zip', { items: [bytes] }), '201'),
  removeFavourite: {
    ...item(({ folder }) => ({ method: 'DELETE', url: `/api/folders/favourites/${folder.id}` }), '200'),
  },
  removeItems: item(({ victim }) => post('/api/remove', { items: [victim] }), '200'),
  renameItem: item(
    ({ victim }) => ({ method: 'PATCH', url: `/api/rename/${victim.id}`, json: { name: `r ${victim.id}` } }),
    '200',
  ),
  restoreItems: item(({ victim }) => post('/api/trash/restore', { items: [victim] }), noFolder),
  undo: {
    call: () => post('/api/undo', { operation: unknownId }),
    otherUser: '404 operation.not_found',
    owner: '404 operation.not_found',
  },
  upload: item(
    ({ root }) => ({ method: 'POST', url: `/api/upload?${upload()}&parent_id=${root.id}`, bytes: 'x' }),
    '201',
  ),
  uploadBatch: item(
    ({ root }) => ({ method: 'POST', url: '/api/upload/batch', batch: batch({ parent_id: root.id }) }),
    '201',
  ),
  zip: item(({ bytes }) => get(`/api/zip?items=${bytes.id}|file`), '200'),
};
/** Calls by the token of a request, of its owner. */
export const ownRequest: Readonly<Partial<Record<Name, OwnedRow>>> = Object.fromEntries(
  (
    [
      ['getFileRequestQr', ({ token }) => get(`/api/file-requests/${token}/qr`), '200'],
      [
        'updateFileRequest',
        ({ token }) => ({ method: 'PATCH', url: `/api/file-requests/${token}`, json: { note: 'x' } }),
        '200',
      ],
      // At last.
      ['deleteFileRequest', ({ token }) => ({ method: 'DELETE', url: `/api/file-requests/${token}` }), '204'],
    ] as const satisfies readonly (readonly [Name, CallAt, Cell])[]
  ).map(([name, call, owner]): [Name, OwnedRow] => [
    name,
    { call, owner, otherUser: '404 file_request.not_found' },
  ]),
);
/** Calls of signed-in users that name no items; `route-census` makes them. */
export const unnamed: readonly Name[] = [
  'browseLatest',
  'browseShared',
  'cancelUpload',
  'confirmTwoFactor',
  'createToken',
  'emptyTrash',
  'endOtherSessions',
  'endSession',
  'getStorage',
  'getUser',
  'listCollections',
  'listEndedShares',
  'listFileRequests',
  'listOwnActivity',
  'listSessions',
  'listTokens',
  'removeAvatar',
  'removeToken',
  'removeTwoFactor',
  'renewRecoveryCodes',
  'replaceAvatar',
  'search',
  'startTwoFactor',
  'summarizeShares',
  'updateAvatar',
  'updateEmail',
  'updatePassword',
  'updateUserSettings',
  'uploadChunk',
  'uploadStatus',
];
