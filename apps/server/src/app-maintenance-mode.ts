import { healthLive } from '@holdall/contract/health';
import type { FastifyInstance } from 'fastify';
import { createHttpApp } from '#http/create-http-app.ts';
import { registerHealth } from '#http/health.ts';
import { AppError } from '#lib/app-error.ts';
import type { Brand } from '#ports/brand-store.ts';
import { brandedUnavailablePageText, type SetupAppOptions } from '#app-config.ts';

/**
 * The application of a server under maintenance: every request is answered as temporarily unavailable.
 *
 * @param brand the brand of its page, where it is known
 */
export const createMaintenanceModeApp = async (
  options: Omit<SetupAppOptions, 'webDist' | 'recaptchaOrigin'>,
  brand?: Brand,
): Promise<FastifyInstance> => {
  const unavailable = (): AppError => new AppError('server.unavailable', { retryAfter: 30 });
  const app = await createHttpApp({
    ...options,
    authenticate: async () => undefined,
    web: undefined,
    unavailablePageText: brandedUnavailablePageText(() => brand),
  });
  registerHealth(app, async () => {
    throw unavailable();
  });
  app.addHook('onRequest', async ({ url }) => {
    if (url !== healthLive.path) throw unavailable();
  });
  return app;
};
