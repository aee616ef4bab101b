import * as contract from '@holdall/contract/admin-settings';
import type { FastifyInstance } from 'fastify';
import type { SettingsChanges } from '#features/settings/index.ts';
import { signedInUserOf } from '#http/actor.ts';
import { callerOf } from '#http/caller.ts';
import { register } from '#http/register.ts';
import type { MailSettings } from './mail-settings.service.ts';

export interface MailRouteDeps {
  readonly mailSettings: MailSettings;
  readonly settingsChanges: SettingsChanges;
}

export const registerMailRoutes = (
  app: FastifyInstance,
  { mailSettings, settingsChanges }: MailRouteDeps,
): void => {
  register(app, contract.testMail, async ({ body, request }) => ({
    to: await mailSettings.test(signedInUserOf(request), body.mail),
  }));
  register(app, contract.saveMail, async ({ body, request }) => {
    await mailSettings.save(signedInUserOf(request), body, callerOf(request));
    const { attributes, images, locked, fixed } = await settingsChanges.group('environment');
    return { data: { attributes, images }, meta: { locked, fixed } };
  });
};
