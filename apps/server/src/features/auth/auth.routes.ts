import * as contract from '@holdall/contract/auth';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf } from '#http/caller.ts';
import { register } from '#http/register.ts';
import {
  challengeTokenOf,
  clearChallengeCookie,
  endBrowserSession,
  deviceTokenOf,
  sessionTokenOf,
  setChallengeCookie,
  setDeviceCookie,
  setSessionCookie,
} from '#http/session-cookie.ts';
import type { AuthService } from './auth.service.ts';

export interface AuthRouteDeps {
  readonly auth: AuthService;
  /** Tells whether the request reached this server by HTTPS. */
  readonly isHttps: (request: FastifyRequest) => boolean;
}

export const registerAuthRoutes = (app: FastifyInstance, { auth, isHttps }: AuthRouteDeps): void => {
  register(app, contract.signIn, async ({ body, request, reply }) => {
    const https = isHttps(request);
    const signedIn = await auth.signIn({
      ...body,
      caller: callerOf(request),
      device: deviceTokenOf(request, https),
      replaces: {
        session: sessionTokenOf(request, https),
        challenge: challengeTokenOf(request, https),
      },
    });
    if ('challenge' in signedIn) setChallengeCookie(reply, https, signedIn.challenge);
    else {
      setSessionCookie(reply, https, signedIn.session);
      setDeviceCookie(reply, https, signedIn.device);
    }
    return { two_factor: 'challenge' in signedIn };
  });
  register(app, contract.twoFactorChallenge, async ({ body, request, reply }) => {
    const https = isHttps(request);
    const { session, device, codesLeft } = await auth.passChallenge({
      challenge: challengeTokenOf(request, https),
      factor: body,
      caller: callerOf(request),
      device: deviceTokenOf(request, https),
      replaces: sessionTokenOf(request, https),
    });
    clearChallengeCookie(reply, https);
    setSessionCookie(reply, https, session);
    setDeviceCookie(reply, https, device);
    return { recovery_codes_left: codesLeft };
  });
  register(app, contract.signOut, async ({ request, reply }) => {
    const https = isHttps(request);
    const token = sessionTokenOf(request, https);
    if (token !== undefined) await auth.signOut(token, callerOf(request));
    endBrowserSession(reply, https);
    return undefined;
  });
};
