import type { AccountService } from '#features/account/index.ts';
import type { ActivityService } from '#features/activity/index.ts';
import type { AdminService } from '#features/admin/index.ts';
import type { AuthService } from '#features/auth/index.ts';
import type { DownloadsService, ZipService } from '#features/downloads/index.ts';
import type { FileActions, FilesService, ViewItems } from '#features/files/index.ts';
import type { FavouritesService } from '#features/favourites/index.ts';
import type { DemoService } from '#features/demo/index.ts';
import type { JobsService } from '#features/jobs/index.ts';
import type { GuestAccess, LinkDownloads } from '#features/links/index.ts';
import type { MailService, MailSettings } from '#features/mail/index.ts';
import type { RealtimeService, ServiceSettings } from '#features/realtime/index.ts';
import type { ReceivedService, RequestsService } from '#features/requests/index.ts';
import type { SearchService } from '#features/search/index.ts';
import type { NodesService } from '#features/nodes/index.ts';
import type { ImagesService } from '#features/images/index.ts';
import type {
  BrandService,
  PublicAddress,
  ServerTools,
  SettingsChanges,
  SettingsService,
} from '#features/settings/index.ts';
import type {
  GuestsService,
  CardOf,
  ShareActivityService,
  GuestWatch,
  CollectionsService,
  SharesService,
  SummarizeLinks,
} from '#features/sharing/index.ts';
import type { Wizard } from '#features/setup/index.ts';
import type { StorageSettings } from '#features/storage/index.ts';
import type { ThumbnailsService } from '#features/thumbnails/index.ts';
import type { LanguagesService, TranslationsService } from '#features/translations/index.ts';
import type { TrashService } from '#features/trash/index.ts';
import type {
  DamageService,
  Schedules,
  Warnings,
  ReadMetrics,
  OwnLogs,
  ServerState,
  MaintenanceService,
} from '#features/maintenance/index.ts';
import type { UploadsService } from '#features/uploads/index.ts';
import type { UsageService } from '#features/usage/index.ts';
import type { UsersService } from '#features/users/index.ts';
import type { VersionsService } from '#features/versions/index.ts';
import type { ListingsService } from '#features/listings/index.ts';
import type { HealthCheck } from '#http/health.ts';
import type { Clock } from '#ports/clock.ts';
import type { EchoSocket } from '#ports/echo.ts';

/** Services that exist before an installation, and after it. */
export interface BaseServices {
  readonly settings: SettingsService;
  readonly translations: TranslationsService;
}

/** Services of the wizard. */
export interface SetupServices extends Pick<BaseServices, 'translations'> {
  /** As they would be installed now. */
  readonly settings: Pick<SettingsService, 'current'>;
  readonly wizard: Wizard;
  readonly clock: Clock;
  readonly echo: EchoSocket;
}

/** Every feature of an installed server. */
export interface Services extends BaseServices {
  readonly brand: BrandService;
  readonly account: AccountService;
  readonly activity: ActivityService;
  readonly admin: AdminService;
  readonly actions: FileActions;
  readonly auth: AuthService;
  readonly downloads: DownloadsService;
  readonly favourites: FavouritesService;
  readonly guestAccess: GuestAccess;
  readonly guests: GuestsService;
  readonly guestWatch: GuestWatch;
  readonly linkCards: CardOf;
  readonly linkDownloads: LinkDownloads;
  readonly shareActivity: ShareActivityService;
  readonly demo: DemoService;
  readonly shares: SharesService;
  readonly collections: CollectionsService;
  readonly summarizeLinks: SummarizeLinks;
  readonly viewItems: ViewItems;
  /** The application's origin, as people reach it. */
  readonly publicAddress: () => string;
  readonly address: PublicAddress;
  readonly files: FilesService;
  readonly images: ImagesService;
  readonly realtime: RealtimeService;
  readonly serviceSettings: ServiceSettings;
  readonly received: ReceivedService;
  readonly requests: RequestsService;
  readonly jobs: JobsService;
  readonly languages: LanguagesService;
  readonly mail: MailService;
  readonly search: SearchService;
  readonly serverTools: ServerTools;
  readonly settingsChanges: SettingsChanges;
  readonly nodes: NodesService;
  readonly storageSettings: StorageSettings;
  readonly mailSettings: MailSettings;
  readonly thumbnails: ThumbnailsService;
  readonly trash: TrashService;
  readonly clock: Clock;
  readonly logs: OwnLogs;
  readonly metrics: ReadMetrics;
  readonly serverState: ServerState;
  readonly maintenance: MaintenanceService;
  readonly damage: DamageService;
  readonly schedules: Schedules;
  readonly warnings: Warnings;
  readonly uploads: UploadsService;
  readonly usage: UsageService;
  readonly users: UsersService;
  readonly versions: VersionsService;
  readonly listings: ListingsService;
  readonly zip: ZipService;
  readonly ready: HealthCheck;
  /** Clears the remains of a killed process, and starts the jobs; called once, before the first request. */
  readonly prepare: () => Promise<void>;
  /** Resolves when uploads with cut connections have been recorded, and no job runs any more. */
  readonly settled: () => Promise<void>;
  /** Deletes expired data; called periodically. */
  readonly sweep: () => Promise<void>;
}
