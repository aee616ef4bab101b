import { getConfig } from '@holdall/contract/settings';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { register } from '#http/register.ts';
import { presentConfig } from './settings.present.ts';
import type { SettingsService } from './settings.service.ts';

export interface SettingsRouteDeps {
  readonly settings: SettingsService;
  /** The public origin, as configured or as the request reached us. */
  readonly originOf: (request: FastifyRequest) => string;
  readonly version: string;
}

export const registerSettingsRoutes = (app: FastifyInstance, { settings, originOf, version }: SettingsRouteDeps): void => {
  register(app, getConfig, async ({ request }) =>
    presentConfig({
      settings: await settings.current(),
      origin: originOf(request),
      isAuthenticated: request.actor !== undefined,
      installation: false,
      version,
    }),
  );
};
