import * as contract from '@holdall/contract/auth';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { register } from '#http/register.ts';
import { clearSessionCookie, sessionTokenOf, setSessionCookie } from '#http/session-cookie.ts';
import type { AuthService } from './auth.service.ts';

export interface AuthRouteDeps {
  readonly auth: AuthService;
  /** Whether people reach this server by HTTPS. */
  readonly isHttps: (request: FastifyRequest) => boolean;
}

export const registerAuthRoutes = (app: FastifyInstance, { auth, isHttps }: AuthRouteDeps): void => {
  register(app, contract.signIn, async ({ body, request, reply }) => {
    const https = isHttps(request);
    const session = await auth.signIn({
      ...body,
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      replaces: sessionTokenOf(request, https),
    });
    setSessionCookie(reply, https, session);
    return { two_factor: false };
  });
  register(app, contract.signOut, async ({ request, reply }) => {
    const https = isHttps(request);
    const token = sessionTokenOf(request, https);
    if (token !== undefined) await auth.signOut(token);
    clearSessionCookie(reply, https);
    return undefined;
  });
};
