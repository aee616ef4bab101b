import * as contract from '@holdall/contract/auth';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf } from '#http/caller.ts';
import { register } from '#http/register.ts';
import { deviceTokenOf, setDeviceCookie } from '#http/session-cookie.ts';
import { acceptedLanguages } from '#lib/http/accept-language.ts';
import type { AccountService } from './account.service.ts';

export interface LoginFlowRouteDeps {
  readonly account: AccountService;
  /** Tells whether people reach this server by HTTPS. */
  readonly isHttps: (request: FastifyRequest) => boolean;
}

/**
 * Registers the flows that lead to an account without being signed in. No answer reveals which addresses have
 * accounts.
 */
export const registerLoginFlowRoutes = (
  app: FastifyInstance,
  { account, isHttps }: LoginFlowRouteDeps,
): void => {
  register(app, contract.forgotPassword, async ({ body, request }) => {
    await account.requestPasswordReset(body, callerOf(request));
    return {};
  });
  register(app, contract.resetPassword, async ({ body, request, reply }) => {
    const https = isHttps(request);
    const { tokens, device } = await account.resetPassword(body, {
      caller: callerOf(request),
      device: deviceTokenOf(request, https),
    });
    setDeviceCookie(reply, https, device);
    return { access_tokens: tokens };
  });
  register(app, contract.inspectMailedLink, ({ body, request }) =>
    account.inspectToken(body, callerOf(request)),
  );
  register(app, contract.register, async ({ body, request }) => {
    const [locale] = acceptedLanguages(request.headers['accept-language']);
    await account.requestRegistration({ ...body, locale }, callerOf(request));
    return {};
  });
  register(app, contract.confirmEmail, async ({ body, request }) =>
    account.confirmEmail(body, callerOf(request)),
  );
};
