import * as contract from '@holdall/contract/admin-settings';
import type { FastifyInstance } from 'fastify';
import type { SettingsChanges } from '#features/settings/index.ts';
import { signedInUserOf } from '#http/actor.ts';
import { callerOf } from '#http/caller.ts';
import { register } from '#http/register.ts';
import type { ServiceSettings } from './service-settings.service.ts';

export interface ServiceSettingsRouteDeps {
  readonly serviceSettings: ServiceSettings;
  readonly settingsChanges: SettingsChanges;
}

export const registerServiceSettingsRoutes = (
  app: FastifyInstance,
  { serviceSettings, settingsChanges }: ServiceSettingsRouteDeps,
): void => {
  register(app, contract.testRealtime, async ({ body, request }) => {
    await serviceSettings.test(signedInUserOf(request), body);
    return { works: true as const };
  });
  register(app, contract.saveRealtime, async ({ body, request }) => {
    await serviceSettings.save(signedInUserOf(request), body, callerOf(request));
    const { attributes, images, locked, fixed } = await settingsChanges.group('environment');
    return { data: { attributes, images }, meta: { locked, fixed } };
  });
};
