import { callsOf } from './client.ts';
import type { CallTable } from './routes.ts';

const table = {
  inspectMailedLink: { method: 'POST', path: '/api/mailed-link' },
  confirmEmail: { method: 'POST', path: '/api/confirm-email' },
  openDemo: { method: 'POST', path: '/api/demo' },
  forgotPassword: { method: 'POST', path: '/api/password/email' },
  register: { method: 'POST', path: '/api/register' },
  resetPassword: { method: 'POST', path: '/api/password/reset' },
  signIn: { method: 'POST', path: '/api/login' },
  twoFactorChallenge: { method: 'POST', path: '/api/two-factor-challenge' },
} as const satisfies CallTable;

/** Ways into an account, beside signing in. */
export const authCall = callsOf(table);
