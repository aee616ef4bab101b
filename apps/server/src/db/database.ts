import type { Kysely, Transaction } from 'kysely';
import type {
  ApiTokensTable,
  EmailTokensTable,
  ImagesTable,
  RecoveryCodesTable,
  KnownDevicesTable,
  SignInChallengesTable,
  TwoFactorTable,
} from '#db/tables/accounts.ts';
import type { ActivityTable } from '#db/tables/activity.ts';
import type { FavouritesTable } from '#db/tables/favourites.ts';
import type {
  BlobBytesTable,
  BlobsTable,
  ItemsTable,
  ItemTotalsTable,
  ItemVersionsTable,
  TreeTouchesTable,
  UploadSessionsTable,
} from '#db/tables/files.ts';
import type {
  FileRequestsTable,
  ReceivedFilesTable,
  ShareDownloadsTable,
  ShareItemsTable,
  SharesTable,
  ShareVisitsTable,
} from '#db/tables/links.ts';
import type { OperationItemsTable, OperationsTable } from '#db/tables/operations.ts';
import type { JobsTable } from '#db/tables/jobs.ts';
import type { LanguagesTable, TranslationsTable } from '#db/tables/languages.ts';
import type { NodesTable } from '#db/tables/nodes.ts';
import type { SettingsTable } from '#db/tables/settings.ts';
import type { StoresTable } from '#db/tables/storage.ts';
import type { ThumbnailsTable } from '#db/tables/thumbnails.ts';
import type { QuotaReservationsTable, UsageDaysTable, UserStorageTable } from '#db/tables/usage.ts';
import type { RateLimitsTable, SessionsTable, UsersTable, UserSettingsTable } from '#db/tables/users.ts';
import type { ZipSelectionsTable } from '#db/tables/zip.ts';

export interface Tables {
  activity: ActivityTable;
  api_tokens: ApiTokensTable;
  blobs: BlobsTable;
  blob_bytes: BlobBytesTable;
  favourites: FavouritesTable;
  file_requests: FileRequestsTable;
  item_totals: ItemTotalsTable;
  item_versions: ItemVersionsTable;
  tree_touches: TreeTouchesTable;
  items: ItemsTable;
  jobs: JobsTable;
  languages: LanguagesTable;
  email_tokens: EmailTokensTable;
  nodes: NodesTable;
  operation_items: OperationItemsTable;
  operations: OperationsTable;
  images: ImagesTable;
  rate_limits: RateLimitsTable;
  received_files: ReceivedFilesTable;
  recovery_codes: RecoveryCodesTable;
  sessions: SessionsTable;
  settings: SettingsTable;
  share_downloads: ShareDownloadsTable;
  share_items: ShareItemsTable;
  share_visits: ShareVisitsTable;
  shares: SharesTable;
  sign_in_challenges: SignInChallengesTable;
  known_devices: KnownDevicesTable;
  thumbnails: ThumbnailsTable;
  stores: StoresTable;
  quota_reservations: QuotaReservationsTable;
  translations: TranslationsTable;
  two_factor: TwoFactorTable;
  upload_sessions: UploadSessionsTable;
  usage_days: UsageDaysTable;
  user_settings: UserSettingsTable;
  user_storage: UserStorageTable;
  users: UsersTable;
  zip_selections: ZipSelectionsTable;
}

/** A database, or a transaction on one: what every repository function takes first. */
export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;
