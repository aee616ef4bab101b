import { type Config, getConfig } from '@holdall/contract/settings';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { register } from '#http/register.ts';

export interface SettingsRouteDeps {
  /** Returns the configuration for this request's caller. */
  readonly configOf: (request: FastifyRequest) => Promise<Config>;
}

export const registerSettingsRoutes = (app: FastifyInstance, { configOf }: SettingsRouteDeps): void => {
  register(app, getConfig, async ({ request }) => configOf(request));
};
