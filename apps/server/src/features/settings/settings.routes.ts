import { type Config, getConfig } from '@holdall/contract/settings';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { register } from '#http/register.ts';

export interface SettingsRouteDeps {
  /** The configuration as this request's caller may see it. */
  readonly configOf: (request: FastifyRequest) => Promise<Config>;
}

export const registerSettingsRoutes = (app: FastifyInstance, { configOf }: SettingsRouteDeps): void => {
  register(app, getConfig, async ({ request }) => configOf(request));
};
