import type { Route } from './endpoint.ts';

/** Endpoints of one’s own account. */
export const accountEndpoints = {
  confirmTwoFactor: { method: 'POST', path: '/api/user/two-factor/confirm' },
  createToken: { method: 'POST', path: '/api/user/tokens' },
  endOtherSessions: { method: 'DELETE', path: '/api/user/sessions' },
  endSession: { method: 'DELETE', path: '/api/user/sessions/{id}' },
  listOwnActivity: { method: 'GET', path: '/api/user/activity' },
  listSessions: { method: 'GET', path: '/api/user/sessions' },
  listTokens: { method: 'GET', path: '/api/user/tokens' },
  removeAvatar: { method: 'DELETE', path: '/api/user/avatar' },
  removeToken: { method: 'DELETE', path: '/api/user/tokens/{id}' },
  removeTwoFactor: { method: 'DELETE', path: '/api/user/two-factor' },
  renewRecoveryCodes: { method: 'POST', path: '/api/user/two-factor/recovery-codes' },
  replaceAvatar: { method: 'PATCH', path: '/api/user/avatar' },
  startTwoFactor: { method: 'POST', path: '/api/user/two-factor' },
  updateAvatar: { method: 'POST', path: '/api/user/avatar' },
  updateEmail: { method: 'POST', path: '/api/user/email' },
  updatePassword: { method: 'POST', path: '/api/user/password' },
} as const satisfies Readonly<Record<string, Route>>;
