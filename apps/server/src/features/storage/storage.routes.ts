import * as contract from '@holdall/contract/admin-settings';
import type { FastifyInstance } from 'fastify';
import type { SettingsChanges } from '#features/settings/index.ts';
import { signedInUserOf } from '#http/actor.ts';
import { callerOf } from '#http/caller.ts';
import { register } from '#http/register.ts';
import type { StorageSettings } from './storage-settings.service.ts';

export interface StorageRouteDeps {
  readonly storageSettings: StorageSettings;
  readonly settingsChanges: SettingsChanges;
}

export const registerStorageRoutes = (
  app: FastifyInstance,
  { storageSettings, settingsChanges }: StorageRouteDeps,
): void => {
  register(app, contract.testStorage, async ({ body, request }) => {
    await storageSettings.test(signedInUserOf(request), body);
    return { works: true as const };
  });
  register(app, contract.saveStorage, async ({ body, request }) => {
    await storageSettings.save(signedInUserOf(request), body, callerOf(request));
    const { attributes, images, locked, fixed } = await settingsChanges.group('environment');
    return { data: { attributes, images }, meta: { locked, fixed } };
  });
};
