import * as contract from '@holdall/contract/admin-settings';
import type { BodyOf } from '@holdall/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { signedInUserOf, userOf } from '#http/actor.ts';
import { callerOf } from '#http/caller.ts';
import { register } from '#http/register.ts';
import type { SettingsChanges } from './changes.service.ts';
import type { ServerTools } from './server-tools.service.ts';

export interface SettingsChangesRouteDeps {
  readonly settingsChanges: SettingsChanges;
  readonly serverTools: ServerTools;
}

type UpdateBody = BodyOf<typeof contract.updateSetting>;

/** The setting that a body of either shape is about. */
const wishOf = (body: UpdateBody): { name: contract.SettingName; value: contract.SettingValue } => {
  if ('name' in body && 'value' in body) return { name: body.name, value: body.value };
  const [entry] = Object.entries(body) as [contract.SettingName, contract.SettingValue][];
  const [name, value] = entry ?? ['title', null];
  return { name, value };
};

export const registerSettingsChangesRoutes = (
  app: FastifyInstance,
  { settingsChanges, serverTools }: SettingsChangesRouteDeps,
): void => {
  register(app, contract.getSettingGroup, async ({ params }) => {
    const { attributes, images, locked } = await settingsChanges.group(params.group);
    return { data: { attributes, images }, meta: { locked } };
  });
  register(app, contract.updateSetting, async ({ params, body, request }) => {
    const wish = wishOf(body);
    const actor = settingsChanges.isSessionOnly(wish.name) ? signedInUserOf(request) : userOf(request);
    const value = await settingsChanges.change(actor, { group: params.group, ...wish }, callerOf(request));
    return { name: wish.name, value };
  });
  register(app, contract.testMail, async ({ request }) => ({
    to: await serverTools.sendTestMail(userOf(request)),
  }));
  register(app, contract.clearCaches, async ({ request }) => ({
    cleared: await serverTools.clearCaches(userOf(request), callerOf(request)),
  }));
};
