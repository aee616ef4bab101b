import { whileSignedIn } from '#shared/session/while-signed-in.ts';
import { callsOf } from './client.ts';
import type { CallTable } from './routes.ts';

const table = {
  updateCollection: { method: 'PATCH', path: '/api/share/{token}/items', overridden: true },
  createCollection: { method: 'POST', path: '/api/share/collection' },
  createShare: { method: 'POST', path: '/api/share' },
  getShare: { method: 'GET', path: '/api/share/{token}' },
  getShareQr: { method: 'GET', path: '/api/share/{token}/qr' },
  listCollectionItems: { method: 'GET', path: '/api/share/{token}/items' },
  listCollections: { method: 'GET', path: '/api/share/collections' },
  listDeeds: { method: 'GET', path: '/api/share/{token}/activity' },
  listEndedShares: { method: 'GET', path: '/api/share-history' },
  mailShare: { method: 'POST', path: '/api/share/{token}/email' },
  markDeedsSeen: { method: 'POST', path: '/api/share/{token}/seen' },
  revertDeeds: { method: 'POST', path: '/api/share/{token}/revert' },
  revokeShares: { method: 'DELETE', path: '/api/share/revoke', overridden: true },
  summarizeShares: { method: 'GET', path: '/api/share-summary' },
  updateShare: { method: 'PATCH', path: '/api/share/{token}', overridden: true },
} as const satisfies CallTable;

/** Calls of owners about links to their items. */
export const sharingCall = whileSignedIn(callsOf(table));
