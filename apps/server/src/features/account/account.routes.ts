import * as contract from '@holdall/contract/account';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sessionUserOf } from '#http/actor.ts';
import { callerOf } from '#http/caller.ts';
import { register } from '#http/register.ts';
import { endBrowserSession, setSessionCookie } from '#http/session-cookie.ts';
import { presentDevice, presentToken } from './account.present.ts';
import type { AccountService } from './account.service.ts';
import type { Owner } from './account.types.ts';

export interface AccountRouteDeps {
  readonly account: AccountService;
  /** Tells whether the request reached this server by HTTPS. */
  readonly isHttps: (request: FastifyRequest) => boolean;
}

const ownerOf = (request: FastifyRequest): Owner => ({
  actor: sessionUserOf(request),
  caller: callerOf(request),
});

const registerTwoFactorRoutes = (app: FastifyInstance, { account, isHttps }: AccountRouteDeps): void => {
  const { twoFactor } = account;
  register(app, contract.startTwoFactor, async ({ body, request }) =>
    twoFactor.start(ownerOf(request), body.current_password),
  );
  register(app, contract.confirmTwoFactor, async ({ body, request, reply }) => {
    const { codes, session } = await twoFactor.confirm(ownerOf(request), body.code);
    setSessionCookie(reply, isHttps(request), session);
    return { recovery_codes: codes };
  });
  register(app, contract.removeTwoFactor, async ({ body, request }) => {
    await twoFactor.remove(ownerOf(request), body.current_password);
    return undefined;
  });
  register(app, contract.renewRecoveryCodes, async ({ body, request }) => ({
    recovery_codes: await twoFactor.renewCodes(ownerOf(request), body.current_password),
  }));
};

const registerAccessRoutes = (app: FastifyInstance, { account, isHttps }: AccountRouteDeps): void => {
  const { access } = account;
  register(app, contract.listTokens, async ({ request }) => ({
    data: (await access.listTokens(sessionUserOf(request).id)).map(presentToken),
  }));
  register(app, contract.createToken, async ({ body, request }) => {
    const { token, row } = await access.createToken(ownerOf(request), body);
    const shown = presentToken(row);
    return { data: { ...shown, attributes: { ...shown.attributes, token } } };
  });
  register(app, contract.removeToken, async ({ params, request }) => {
    await access.revokeToken(ownerOf(request), params.id);
    return undefined;
  });
  register(app, contract.listSessions, async ({ request }) => {
    const { id, session } = sessionUserOf(request);
    return { data: (await access.listDevices(id)).map((row) => presentDevice(row, session)) };
  });
  register(app, contract.endSession, async ({ params, body, request, reply }) => {
    const owner = ownerOf(request);
    await access.endSession(owner, params.id, body.current_password);
    if (params.id === owner.actor.session) endBrowserSession(reply, isHttps(request));
    return undefined;
  });
  register(app, contract.endOtherSessions, async ({ body, request }) => ({
    ended: await access.endOtherSessions(ownerOf(request), body.current_password),
  }));
};

/** Registers the calls by which users change their password, their e-mail and what else opens their account. */
export const registerAccountRoutes = (app: FastifyInstance, deps: AccountRouteDeps): void => {
  const { account, isHttps } = deps;
  register(app, contract.updatePassword, async ({ body, request, reply }) => {
    setSessionCookie(reply, isHttps(request), await account.changePassword(ownerOf(request), body));
    return undefined;
  });
  register(app, contract.updateEmail, async ({ body, request }) => ({
    confirmation: await account.requestEmailChange(ownerOf(request), body),
  }));
  registerTwoFactorRoutes(app, deps);
  registerAccessRoutes(app, deps);
};
