import type { Route } from './endpoint.ts';

/** Endpoints by which people get into an account. */
export const authEndpoints = {
  confirmEmail: { method: 'POST', path: '/api/confirm-email' },
  forgotPassword: { method: 'POST', path: '/api/password/email' },
  inspectMailedLink: { method: 'POST', path: '/api/mailed-link' },
  openDemo: { method: 'POST', path: '/api/demo' },
  register: { method: 'POST', path: '/api/register' },
  resetPassword: { method: 'POST', path: '/api/password/reset' },
  signIn: { method: 'POST', path: '/api/login' },
  twoFactorChallenge: { method: 'POST', path: '/api/two-factor-challenge' },
} as const satisfies Readonly<Record<string, Route>>;
