import { en } from '@holdall/contract/messages/en';
import type { FastifyInstance } from 'fastify';
import { registerAccountRoutes, registerLoginFlowRoutes } from '#features/account/index.ts';
import { gatherRefusedCalls, registerActivityRoutes } from '#features/activity/index.ts';
import { registerAdminUsersRoutes, registerDashboardRoutes } from '#features/admin/index.ts';
import { registerAuthRoutes } from '#features/auth/index.ts';
import { registerDownloadsRoutes } from '#features/downloads/index.ts';
import { registerActionsRoutes, registerFilesRoutes } from '#features/files/index.ts';
import { registerFavouritesRoutes } from '#features/favourites/index.ts';
import { registerDemoRoutes } from '#features/demo/index.ts';
import { registerJobsRoutes } from '#features/jobs/index.ts';
import { registerMailRoutes } from '#features/mail/index.ts';
import { registerRealtimeRoutes, registerServiceSettingsRoutes } from '#features/realtime/index.ts';
import { registerRequestsRoutes } from '#features/requests/index.ts';
import { registerSearchRoutes } from '#features/search/index.ts';
import { registerImagesRoutes } from '#features/images/index.ts';
import { registerSettingsChangesRoutes, registerSettingsRoutes } from '#features/settings/index.ts';
import {
  registerCollectionsRoutes,
  registerGuestsRoutes,
  registerSharesRoutes,
} from '#features/sharing/index.ts';
import { isOfSetup, registerSetupOverRoutes } from '#features/setup/index.ts';
import { registerStorageRoutes } from '#features/storage/index.ts';
import { registerThumbnailsRoutes } from '#features/thumbnails/index.ts';
import { registerLanguagesRoutes, registerTranslationsRoutes } from '#features/translations/index.ts';
import { registerTrashRoutes } from '#features/trash/index.ts';
import {
  registerDamageRoutes,
  registerLogsRoutes,
  registerMetricsRoutes,
  registerMaintenanceRoutes,
} from '#features/maintenance/index.ts';
import { registerUploadsRoutes } from '#features/uploads/index.ts';
import { registerUsageRoutes } from '#features/usage/index.ts';
import { registerUsersRoutes } from '#features/users/index.ts';
import { registerListingsRoutes } from '#features/listings/index.ts';
import { registerVersionsRoutes } from '#features/versions/index.ts';
import { callerOf } from '#http/caller.ts';
import { createHttpApp } from '#http/create-http-app.ts';
import { registerHealth } from '#http/health.ts';
import { isHttpsRequest } from '#http/request-context.ts';
import { type AppOptions, brandedUnavailablePageText, configReader, webOf } from '#app-config.ts';
import type { Services } from '#app-services.ts';

export type { AppOptions, SetupAppOptions } from '#app-config.ts';
export type { BaseServices, Services, SetupServices } from '#app-services.ts';
export { createSetupApp } from '#app-waiting.ts';

/** The application of an installed server: every feature's routes on one HTTP app. No I/O of its own. */
export const createApp = async (services: Services, options: AppOptions): Promise<FastifyInstance> => {
  const publicOrigin = services.address.origin;
  const configOf = configReader(services, { ...options, publicOrigin }, false);
  const wordsIn = async (locale: string) => ({
    ...en,
    ...(await services.translations.getMessages(locale)).messages,
  });
  const app = await createHttpApp({
    ...options,
    publicOrigin,
    authenticate: (credential) => services.auth.authenticate(credential),
    openLink: (request) => services.guests.open(request),
    watchGuest: (guest, end) => services.guestWatch.watch(guest, end),
    unavailablePageText:
      options.webDist === undefined ? undefined : brandedUnavailablePageText(() => services.brand.current()),
    isOver: isOfSetup,
    onRefused: gatherRefusedCalls(services.activity.gather),
    web: webOf(options, {
      configOf,
      shortcutWordsOf: wordsIn,
      cardOf: (path, { locale }) => services.linkCards(path, () => wordsIn(locale)),
    }),
  });
  registerHealth(app, services.ready);
  registerSetupOverRoutes(app);
  registerSettingsRoutes(app, { configOf });
  registerSettingsChangesRoutes(app, {
    ...services,
    isHttps: (request) => isHttpsRequest(request, publicOrigin()),
    renewSession: (session) => services.auth.sessions.renew(session),
  });
  registerStorageRoutes(app, services);
  registerServiceSettingsRoutes(app, services);
  registerMailRoutes(app, services);
  registerImagesRoutes(app, services);
  registerLanguagesRoutes(app, services);
  registerTranslationsRoutes(app, services);
  registerUsersRoutes(app, {
    users: services.users,
    credentialsOf: (userId) => services.account.factsOf(userId),
    isStorageFull: (userId) => services.usage.isFull(userId, { mayEvict: true }),
    favouritesOf: (actor) => services.favourites.list(actor),
  });
  registerAuthRoutes(app, {
    auth: services.auth,
    isHttps: (request) => isHttpsRequest(request, publicOrigin()),
  });
  registerAccountRoutes(app, {
    account: services.account,
    isHttps: (request) => isHttpsRequest(request, publicOrigin()),
  });
  registerLoginFlowRoutes(app, {
    account: services.account,
    isHttps: (request) => isHttpsRequest(request, publicOrigin()),
  });
  registerDemoRoutes(app, {
    demo: services.demo,
    isOn: options.demo ?? false,
    isHttps: (request) => isHttpsRequest(request, publicOrigin()),
  });
  registerActivityRoutes(app, services);
  registerJobsRoutes(app, {
    jobs: services.jobs,
    recordAudit: (request, { did, trx, ...details }) => {
      const actorId = request.actor?.id ?? null;
      const entry = { kind: did, actorId, userId: null, ...callerOf(request), details };
      return trx === undefined ? services.activity.note(entry) : services.activity.record(trx, entry);
    },
  });
  registerAdminUsersRoutes(app, services);
  registerDashboardRoutes(app, { ...services, version: options.version });
  registerMaintenanceRoutes(app, services);
  registerDamageRoutes(app, services);
  registerLogsRoutes(app, services);
  registerMetricsRoutes(app, services);
  registerSharesRoutes(app, services);
  registerCollectionsRoutes(app, services);
  registerGuestsRoutes(app, {
    ...services,
    isHttps: (request) => isHttpsRequest(request, publicOrigin()),
  });
  registerRequestsRoutes(app, {
    ...services,
    isHttps: (request) => isHttpsRequest(request, publicOrigin()),
  });
  registerFilesRoutes(app, services);
  registerActionsRoutes(app, services);
  registerTrashRoutes(app, services);
  registerSearchRoutes(app, services);
  registerListingsRoutes(app, services);
  registerFavouritesRoutes(app, services);
  registerUsageRoutes(app, services);
  registerUploadsRoutes(app, services);
  registerDownloadsRoutes(app, services);
  registerVersionsRoutes(app, services);
  registerRealtimeRoutes(app, {
    realtime: services.realtime,
    publicOrigin,
  });
  registerThumbnailsRoutes(app, services);
  return app;
};
