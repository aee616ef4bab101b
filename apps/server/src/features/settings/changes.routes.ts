import * as contract from '@holdall/contract/admin-settings';
import type { BodyOf } from '@holdall/contract/endpoint';
import { publicUrl } from '@holdall/contract/public-url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { signedInUserOf, userOf } from '#http/actor.ts';
import { callerOf } from '#http/caller.ts';
import { addressAway, isWithinReach } from '#http/page-address.ts';
import { register } from '#http/register.ts';
import { moveSessionCookie, type SessionCookie } from '#http/session-cookie.ts';
import type { SettingsChanges } from './changes.service.ts';
import type { ServerTools } from './server-tools.service.ts';

export interface SettingsChangesRouteDeps {
  readonly settingsChanges: SettingsChanges;
  readonly serverTools: ServerTools;
  /** Tells whether the request reached this server by HTTPS, with the present address. */
  readonly isHttps: (request: FastifyRequest) => boolean;
  /** Gives a session another token; undefined if it has ended. */
  readonly renewSession: (session: string) => Promise<SessionCookie | undefined>;
}

type UpdateBody = BodyOf<typeof contract.updateSetting>;

/** Returns the setting of a body in either shape. */
const inputOf = (body: UpdateBody): { name: contract.SettingName; value: contract.SettingValue } => {
  if ('name' in body && 'value' in body) return { name: body.name, value: body.value };
  const [entry] = Object.entries(body) as [contract.SettingName, contract.SettingValue][];
  const [name, value] = entry ?? ['title', null];
  return { name, value };
};

/** Refuses an address by which nobody could sign in. @throws settings.address_away */
const refuseUnreachable = (request: FastifyRequest, value: contract.SettingValue): void => {
  const url = publicUrl.safeParse(value);
  if (url.success && !isWithinReach(request, url.data)) throw addressAway();
};

export const registerSettingsChangesRoutes = (
  app: FastifyInstance,
  { settingsChanges, serverTools, isHttps, renewSession }: SettingsChangesRouteDeps,
): void => {
  register(app, contract.getSettingGroup, async ({ params }) => {
    const { attributes, images, locked, fixed } = await settingsChanges.group(params.group);
    return { data: { attributes, images }, meta: { locked, fixed } };
  });
  register(app, contract.updateSetting, async ({ params, body, request, reply }) => {
    const input = inputOf(body);
    if (input.name === 'url') refuseUnreachable(request, input.value);
    const wasHttps = isHttps(request);
    const actor = settingsChanges.isSessionOnly(input.name) ? signedInUserOf(request) : userOf(request);
    const value = await settingsChanges.change(actor, { group: params.group, ...input }, callerOf(request));
    if (isHttps(request) !== wasHttps && actor.session !== undefined) {
      // The present token may have been sent unencrypted.
      const renewed = await renewSession(actor.session);
      if (renewed !== undefined) moveSessionCookie(reply, !wasHttps, renewed);
    }
    return { name: input.name, value };
  });
  register(app, contract.clearCaches, async ({ request }) => ({
    cleared: await serverTools.clearCaches(userOf(request), callerOf(request)),
  }));
};
