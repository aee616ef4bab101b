import { whileSignedIn } from '#shared/session/while-signed-in.ts';
import { callsOf } from './client.ts';
import type { CallTable } from './routes.ts';

const table = {
  createFileRequest: { method: 'POST', path: '/api/file-requests' },
  deleteFileRequest: { method: 'DELETE', path: '/api/file-requests/{token}' },
  getFileRequestQr: { method: 'GET', path: '/api/file-requests/{token}/qr' },
  listFileRequests: { method: 'GET', path: '/api/file-requests' },
  updateFileRequest: { method: 'PATCH', path: '/api/file-requests/{token}' },
} as const satisfies CallTable;

/** Calls of owners about their requests for files. */
export const requestsCall = whileSignedIn(callsOf(table));
