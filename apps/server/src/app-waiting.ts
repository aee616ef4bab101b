import { healthLive } from '@holdall/contract/health';
import { setupCodeHeader } from '@holdall/contract/setup';
import type { FastifyInstance } from 'fastify';
import { type ActivityGatherer, gatherRefusedCalls } from '#features/activity/index.ts';
import { registerWizardRoutes } from '#features/setup/index.ts';
import { awayWordsOf, registerTranslationsRoutes } from '#features/translations/index.ts';
import { createHttpApp } from '#http/create-http-app.ts';
import { registerHealth } from '#http/health.ts';
import { originOfRequest } from '#http/request-context.ts';
import { AppError } from '#lib/app-error.ts';
import type { Brand } from '#ports/brand-store.ts';
import { awayPagesOf, configReader, type SetupAppOptions, webOf } from '#app-config.ts';
import type { SetupServices } from '#app-services.ts';

/**
 * The application of a server under maintenance: whatever is asked for, it will be back.
 *
 * @param brand what its page shows of the application, where it is known
 */
export const createMaintenanceApp = async (
  options: Omit<SetupAppOptions, 'webDist' | 'recaptchaOrigin'>,
  brand?: Brand,
): Promise<FastifyInstance> => {
  const unavailable = (): AppError => new AppError('server.unavailable', { retryAfter: 30 });
  const app = await createHttpApp({
    ...options,
    authenticate: async () => undefined,
    web: undefined,
    awayWords: awayPagesOf(() => brand),
  });
  registerHealth(app, async () => {
    throw unavailable();
  });
  app.addHook('onRequest', async ({ url }) => {
    if (url !== healthLive.path) throw unavailable();
  });
  return app;
};

/** The application of a server that waits for its installation: the wizard, and nothing else. */
export const createSetupApp = async (
  services: SetupServices,
  options: SetupAppOptions & { readonly gatherer?: ActivityGatherer },
): Promise<FastifyInstance> => {
  const configOf = configReader(services, options, true);
  const app = await createHttpApp({
    ...options,
    authenticate: async () => undefined,
    // Nothing says yet how people reach the server; the one-time code is what another site's page does not have.
    hostNames: undefined,
    ownHeader: setupCodeHeader,
    ...(options.gatherer && { onRefused: gatherRefusedCalls(options.gatherer.add) }),
    awayWords: options.webDist === undefined ? undefined : awayWordsOf,
    web: webOf(options, { configOf }),
  });
  // The wizard is reached through whatever asks whether a server is ready.
  registerHealth(app, async () => undefined);
  registerTranslationsRoutes(app, services);
  registerWizardRoutes(app, {
    ...services,
    configOf,
    originOf: (request) => originOfRequest(request, options.publicOrigin()),
  });
  return app;
};
