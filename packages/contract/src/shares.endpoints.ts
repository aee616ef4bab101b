import type { Route } from './endpoint.ts';

/** Endpoints of owners about links to their items. */
export const shareEndpoints = {
  createCollection: { method: 'POST', path: '/api/share/collection' },
  createShare: { method: 'POST', path: '/api/share' },
  getShare: { method: 'GET', path: '/api/share/{token}' },
  getShareQr: { method: 'GET', path: '/api/share/{token}/qr' },
  listCollectionItems: { method: 'GET', path: '/api/share/{token}/items' },
  listCollections: { method: 'GET', path: '/api/share/collections' },
  listEndedShares: { method: 'GET', path: '/api/share-history' },
  listItemShares: { method: 'GET', path: '/api/share/item/{id}' },
  listShareActivity: { method: 'GET', path: '/api/share/{token}/activity' },
  mailShare: { method: 'POST', path: '/api/share/{token}/email' },
  markShareActivitySeen: { method: 'POST', path: '/api/share/{token}/seen' },
  revertShareActivity: { method: 'POST', path: '/api/share/{token}/revert' },
  revokeShares: { method: 'DELETE', path: '/api/share/revoke', override: true },
  summarizeShares: { method: 'GET', path: '/api/share-summary' },
  updateCollection: { method: 'PATCH', path: '/api/share/{token}/items', override: true },
  updateShare: { method: 'PATCH', path: '/api/share/{token}', override: true },
} as const satisfies Readonly<Record<string, Route>>;
