import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const signInBody = z.strictObject({
  email: z
    .string()
    .trim()
    .min(1, 'Enter your e-mail.')
    .max(254)
    .regex(/^\P{Cc}*$/u, 'An e-mail has no control characters.'),
  /** Longer than any real password, refused before it costs a hash. */
  password: z.string().min(1, 'Enter your password.').max(1024, 'This password is too long.'),
  remember: z.boolean().default(false),
});

export const signIn = endpoint({
  method: 'POST',
  path: '/api/login',
  access: 'public',
  tag: 'Session',
  summary: 'Sign in; sets the session cookie.',
  body: signInBody,
  bodyKind: 'json',
  bodyLimit: 16 * 1024,
  answers: { 200: z.object({ two_factor: z.boolean() }) },
  errors: ['sign_in.failed', 'sign_in.suspended', 'limit.too_many', 'request.cross_site'],
});

export const signOut = endpoint({
  method: 'POST',
  path: '/logout',
  access: 'public',
  tag: 'Session',
  summary: 'Sign out; the session is gone on the server, too.',
  answers: { 204: null },
  errors: ['request.cross_site'],
});
