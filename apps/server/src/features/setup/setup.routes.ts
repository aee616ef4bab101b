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
  // Before a body is parsed: whatever its type, the answer is the same.
  app.all('/api/*', {
    onRequest: async () => {
      throw new AppError('setup.required');
    },
    handler: async () => undefined,
  });
};
