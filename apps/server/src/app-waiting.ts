import { setupCodeHeader } from '@holdall/contract/setup';
import type { FastifyInstance } from 'fastify';
import { type ActivityGatherer, gatherRefusedCalls } from '#features/activity/index.ts';
import { registerWizardRoutes } from '#features/setup/index.ts';
import { unavailablePageTextFor, registerTranslationsRoutes } from '#features/translations/index.ts';
import { createHttpApp } from '#http/create-http-app.ts';
import { registerHealth } from '#http/health.ts';
import { originOfRequest } from '#http/request-context.ts';
import { configReader, type SetupAppOptions, webOf } from '#app-config.ts';
import type { SetupServices } from '#app-services.ts';

/** The application of a server that waits for its installation: it serves only the wizard. */
export const createSetupApp = async (
  services: SetupServices,
  options: SetupAppOptions & { readonly gatherer?: ActivityGatherer },
): Promise<FastifyInstance> => {
  const configOf = configReader(services, options, true);
  const app = await createHttpApp({
    ...options,
    authenticate: async () => undefined,
    // No host name is known yet; the one-time code protects against pages of other sites.
    hostNames: undefined,
    ownHeader: setupCodeHeader,
    ...(options.gatherer && { onRefused: gatherRefusedCalls(options.gatherer.add) }),
    unavailablePageText: options.webDist === undefined ? undefined : unavailablePageTextFor,
    web: webOf(options, { configOf }),
  });
  // The wizard must be reachable through load balancers that check readiness.
  registerHealth(app, async () => undefined);
  registerTranslationsRoutes(app, services);
  registerWizardRoutes(app, {
    ...services,
    configOf,
    originOf: (request) => originOfRequest(request, options.publicOrigin()),
  });
  return app;
};
