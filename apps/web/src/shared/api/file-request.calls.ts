import { callsOf, type GuestCalls } from './client.ts';
import type { CallRoute, CallTable, Endpoints } from './routes.ts';

/** Calls of people with an account, and their counterparts for people who are asked for files. */
interface Pairs {
  readonly cancelUpload: 'cancelRequestedUpload';
  readonly upload: 'uploadRequested';
  readonly uploadChunk: 'uploadRequestedChunk';
  readonly uploadStatus: 'requestedUploadStatus';
}

/** The compiler holds each to its endpoint in the contract. */
const forms = {
  cancelUpload: { method: 'DELETE', path: '/api/request/{token}/upload/chunks/{name}' },
  upload: { method: 'POST', path: '/api/request/{token}/upload' },
  uploadChunk: { method: 'POST', path: '/api/request/{token}/upload/chunks' },
  uploadStatus: { method: 'GET', path: '/api/request/{token}/upload/chunks/{name}' },
} as const satisfies {
  readonly [Name in keyof Pairs]: Pick<Endpoints[Pairs[Name]], 'method' | 'path'> & CallRoute;
};

/** Returns how a page of a request makes the calls of uploads. */
export const fileRequestFormsOf = (token: string): GuestCalls['formOf'] => {
  const filled = new Map(
    Object.entries<CallRoute>(forms).map(([name, form]) => [
      name,
      { ...form, path: form.path.replace('{token}', encodeURIComponent(token)) },
    ]),
  );
  return (name) => filled.get(name);
};

const table = {
  finishFileRequest: { method: 'POST', path: '/api/request/{token}/done' },
  openFileRequest: { method: 'GET', path: '/api/request/{token}' },
} as const satisfies CallTable;

/** Calls of people who are asked for files. */
export const fileRequestCall = callsOf(table);
