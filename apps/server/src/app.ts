import type { Config } from '@holdall/contract/settings';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AccountService, registerAccountRoutes, registerWaysInRoutes } from '#features/account/index.ts';
import { type ActivityService, registerActivityRoutes } from '#features/activity/index.ts';
import {
  type AdminService,
  registerAdminUsersRoutes,
  registerDashboardRoutes,
} from '#features/admin/index.ts';
import { type AuthService, registerAuthRoutes } from '#features/auth/index.ts';
import {
  type DownloadsService,
  registerDownloadsRoutes,
  type ZipService,
} from '#features/downloads/index.ts';
import {
  type FileActions,
  type FilesService,
  registerActionsRoutes,
  registerFilesRoutes,
  type ViewItems,
} from '#features/files/index.ts';
import { type FavouritesService, registerFavouritesRoutes } from '#features/favourites/index.ts';
import { type JobsService, registerJobsRoutes } from '#features/jobs/index.ts';
import type { GuestBook, LinkDownloads } from '#features/links/index.ts';
import type { MailService } from '#features/mail/index.ts';
import { type RealtimeService, registerRealtimeRoutes } from '#features/realtime/index.ts';
import {
  type ReceivedService,
  registerRequestsRoutes,
  type RequestsService,
} from '#features/requests/index.ts';
import { registerSearchRoutes, type SearchService } from '#features/search/index.ts';
import { type PicturesService, registerPicturesRoutes } from '#features/pictures/index.ts';
import {
  presentConfig,
  registerSettingsChangesRoutes,
  registerSettingsRoutes,
  type ServerTools,
  type SettingsChanges,
  type SettingsService,
} from '#features/settings/index.ts';
import {
  type GuestsService,
  registerGuestsRoutes,
  registerSharesRoutes,
  type CardOf,
  type DeedsService,
  type GuestWatch,
  type SharesService,
  type SummarizeLinks,
} from '#features/sharing/index.ts';
import { registerSetupRoutes } from '#features/setup/index.ts';
import { registerThumbnailsRoutes, type ThumbnailsService } from '#features/thumbnails/index.ts';
import { registerTranslationsRoutes, type TranslationsService } from '#features/translations/index.ts';
import { registerTrashRoutes, type TrashService } from '#features/trash/index.ts';
import { registerUploadsRoutes, type UploadsService } from '#features/uploads/index.ts';
import { registerUsageRoutes, type UsageService } from '#features/usage/index.ts';
import { registerUsersRoutes, type UsersService } from '#features/users/index.ts';
import { registerViewsRoutes, type ViewsService } from '#features/views/index.ts';
import { callerOf } from '#http/caller.ts';
import { createHttpApp, type HttpOptions } from '#http/create-http-app.ts';
import { type HealthCheck, registerHealth } from '#http/health.ts';
import { isHttpsRequest, originOfRequest } from '#http/request-context.ts';
import { AppError } from '#lib/app-error.ts';

/** What answers before an installation exists, and after it. */
export interface BaseServices {
  readonly settings: SettingsService;
  readonly translations: TranslationsService;
}

export interface Services extends BaseServices {
  readonly account: AccountService;
  readonly activity: ActivityService;
  readonly admin: AdminService;
  readonly actions: FileActions;
  readonly auth: AuthService;
  readonly downloads: DownloadsService;
  readonly favourites: FavouritesService;
  readonly guestBook: GuestBook;
  readonly guests: GuestsService;
  readonly guestWatch: GuestWatch;
  readonly linkCards: CardOf;
  readonly linkDownloads: LinkDownloads;
  readonly deeds: DeedsService;
  readonly shares: SharesService;
  readonly summarizeLinks: SummarizeLinks;
  readonly viewItems: ViewItems;
  /** The application's origin, as people reach it. */
  readonly publicAddress: () => string;
  readonly files: FilesService;
  readonly pictures: PicturesService;
  readonly realtime: RealtimeService;
  readonly received: ReceivedService;
  readonly requests: RequestsService;
  readonly jobs: JobsService;
  readonly mail: MailService;
  readonly search: SearchService;
  readonly serverTools: ServerTools;
  readonly settingsChanges: SettingsChanges;
  readonly thumbnails: ThumbnailsService;
  readonly trash: TrashService;
  readonly uploads: UploadsService;
  readonly usage: UsageService;
  readonly users: UsersService;
  readonly views: ViewsService;
  readonly zip: ZipService;
  readonly ready: HealthCheck;
  /** Clears what a killed process has left, and begins to do jobs; called once, before the first request. */
  readonly prepare: () => Promise<void>;
  /** Resolves when uploads whose connections were cut have kept what they had, and no job runs any more. */
  readonly settled: () => Promise<void>;
  /** Forgets what has expired; called from time to time. */
  readonly sweep: () => Promise<void>;
}

export interface AppOptions extends Omit<HttpOptions, 'authenticate' | 'web'> {
  /** Where the bot-protection service is. */
  readonly recaptchaOrigin: string;
  /** Folder of the built web application; undefined: an API without pages. */
  readonly webDist: string | undefined;
}

const configReader =
  (
    {
      settings,
      translations,
      users,
      realtime,
      mail,
    }: BaseServices & { users?: UsersService; realtime?: RealtimeService; mail?: MailService },
    { publicOrigin, version, recaptchaOrigin }: AppOptions,
    installation: boolean,
  ) =>
  async (request: FastifyRequest): Promise<Config> => {
    const current = await settings.current();
    const { actor } = request;
    const own = actor === undefined ? undefined : (await users?.find(actor.id))?.locale;
    return presentConfig({
      settings: current,
      locale: translations.firstOf([own, current.locale]),
      languages: translations.languages,
      origin: originOfRequest(request, publicOrigin),
      isAuthenticated: actor !== undefined,
      installation,
      version,
      mails: (await mail?.isConfigured()) ?? false,
      broadcasting: realtime === undefined ? null : await realtime.address(),
      recaptchaOrigin,
    });
  };

const webOf = (
  { webDist }: AppOptions,
  web: Omit<NonNullable<HttpOptions['web']>, 'dist'>,
): HttpOptions['web'] => (webDist === undefined ? undefined : { dist: webDist, ...web });

/** The application of an installed server: every feature's routes on one HTTP app. No I/O of its own. */
export const createApp = async (services: Services, options: AppOptions): Promise<FastifyInstance> => {
  const { publicOrigin } = options;
  const configOf = configReader(services, options, false);
  const app = await createHttpApp({
    ...options,
    authenticate: (credential) => services.auth.authenticate(credential),
    openLink: (wish) => services.guests.open(wish),
    watchGuest: (guest, end) => services.guestWatch.watch(guest, end),
    web: webOf(options, {
      configOf,
      cardOf: (path, { locale }) =>
        services.linkCards(path, services.translations.getMessages(locale).messages),
    }),
  });
  registerHealth(app, services.ready);
  registerSettingsRoutes(app, { configOf });
  registerSettingsChangesRoutes(app, services);
  registerPicturesRoutes(app, services);
  registerTranslationsRoutes(app, services);
  registerUsersRoutes(app, {
    users: services.users,
    credentialsOf: (userId) => services.account.factsOf(userId),
    isStorageFull: (userId) => services.usage.isFull(userId),
    favouritesOf: (actor) => services.favourites.list(actor),
  });
  registerAuthRoutes(app, {
    auth: services.auth,
    isHttps: (request) => isHttpsRequest(request, publicOrigin),
  });
  registerAccountRoutes(app, {
    account: services.account,
    isHttps: (request) => isHttpsRequest(request, publicOrigin),
  });
  registerWaysInRoutes(app, services);
  registerActivityRoutes(app, services);
  registerJobsRoutes(app, {
    jobs: services.jobs,
    onDeed: (request, { did, trx, ...details }) => {
      const actorId = request.actor?.id ?? null;
      const entry = { kind: did, actorId, userId: null, ...callerOf(request), details };
      return trx === undefined ? services.activity.note(entry) : services.activity.record(trx, entry);
    },
  });
  registerAdminUsersRoutes(app, services);
  registerDashboardRoutes(app, { ...services, version: options.version });
  registerSharesRoutes(app, services);
  registerGuestsRoutes(app, {
    ...services,
    isHttps: (request) => isHttpsRequest(request, publicOrigin),
  });
  registerRequestsRoutes(app, {
    ...services,
    isHttps: (request) => isHttpsRequest(request, publicOrigin),
  });
  registerFilesRoutes(app, services);
  registerActionsRoutes(app, services);
  registerTrashRoutes(app, services);
  registerSearchRoutes(app, services);
  registerViewsRoutes(app, services);
  registerFavouritesRoutes(app, services);
  registerUsageRoutes(app, services);
  registerUploadsRoutes(app, services);
  registerDownloadsRoutes(app, services);
  registerRealtimeRoutes(app, {
    realtime: services.realtime,
    publicOrigin,
  });
  registerThumbnailsRoutes(app, services);
  return app;
};

/** The application of a server that waits for its installation: its page says how to install. */
export const createSetupApp = async (
  services: BaseServices,
  options: AppOptions,
): Promise<FastifyInstance> => {
  const configOf = configReader(services, options, true);
  const app = await createHttpApp({
    ...options,
    authenticate: async () => undefined,
    web: webOf(options, { configOf }),
  });
  registerHealth(app, async () => {
    throw new AppError('setup.required');
  });
  registerTranslationsRoutes(app, services);
  registerSetupRoutes(app, { configOf });
  return app;
};
