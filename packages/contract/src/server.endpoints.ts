import type { Route } from './endpoint.ts';

/** Endpoints that no page calls: programs watch the server by them, and images are shown by their addresses. */
export const serverEndpoints = {
  getImage: { method: 'GET', path: '/api/images/{id}/{size}' },
  healthLive: { method: 'GET', path: '/health/live' },
  healthReady: { method: 'GET', path: '/health/ready' },
  readMetrics: { method: 'GET', path: '/metrics' },
} as const satisfies Readonly<Record<string, Route>>;
