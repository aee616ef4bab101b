import { getConfig } from '@holdall/contract/settings';
import type { Config } from '@holdall/contract/settings';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { register } from '#http/register.ts';
import { AppError } from '#lib/app-error.ts';

/** What answers while there is no installation: the configuration says so, and nothing else is there. */
export const registerSetupRoutes = (
  app: FastifyInstance,
  { configOf }: { configOf: (request: FastifyRequest) => Promise<Config> },
): void => {
  register(app, getConfig, async ({ request }) => configOf(request));
  app.all('/api/*', async () => {
    throw new AppError('setup.required');
  });
};
