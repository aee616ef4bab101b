import { callsOf, formOf } from './client.ts';
import { addressIn, type AddressParts, type CallTable } from './routes.ts';

const table = {
  authorizeChannel: { method: 'POST', path: '/broadcasting/auth' },
  browseNavigation: { method: 'GET', path: '/api/browse/navigation' },
  cancelUpload: { method: 'DELETE', path: '/api/upload/chunks/{name}' },
  createFolder: { method: 'POST', path: '/api/create-folder' },
  emptyTrash: { method: 'DELETE', path: '/api/trash/dump', overridden: true },
  moveItems: { method: 'POST', path: '/api/move' },
  prepareZip: { method: 'POST', path: '/api/zip' },
  removeItems: { method: 'POST', path: '/api/remove' },
  renameItem: { method: 'PATCH', path: '/api/rename/{id}', overridden: true },
  restoreItems: { method: 'POST', path: '/api/trash/restore' },
  search: { method: 'GET', path: '/api/search' },
  undo: { method: 'POST', path: '/api/undo' },
  upload: { method: 'POST', path: '/api/upload' },
  uploadChunk: { method: 'POST', path: '/api/upload/chunks' },
  uploadStatus: { method: 'GET', path: '/api/upload/chunks/{name}' },
  zip: { method: 'GET', path: '/api/zip' },
} as const satisfies CallTable;

/** Calls that act on items, beyond showing them. */
export const itemsCall = callsOf(table);

/** The address of such a call, for what makes it by itself. */
export const itemsAddress = (name: keyof typeof table, params?: AddressParts, query?: AddressParts): string =>
  addressIn(formOf(name, table[name]), params, query);
