import { callsOf } from './client.ts';
import type { CallTable } from './routes.ts';

const table = {
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
  startTwoFactor: { method: 'POST', path: '/api/user/two-factor' },
  updateAvatar: { method: 'POST', path: '/api/user/avatar' },
  updateEmail: { method: 'POST', path: '/api/user/email' },
  updatePassword: { method: 'POST', path: '/api/user/password' },
} as const satisfies CallTable;

/** Calls that change one's own account. */
export const accountCall = callsOf(table);
