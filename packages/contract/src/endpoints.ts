import type { Described } from './endpoint.ts';
import { accountTable } from './account.ts';
import type { accountEndpoints } from './account.endpoints.ts';
import { actionsTable } from './actions.ts';
import { activityTable } from './activity.ts';
import { adminAvatarsTable } from './admin-avatars.ts';
import { adminDamageTable } from './admin-damage.ts';
import { adminLanguagesTable } from './admin-languages.ts';
import { adminLogsTable } from './admin-logs.ts';
import { adminMaintenanceTable } from './admin-maintenance.ts';
import { adminServerTable } from './admin-server.ts';
import { adminSettingsTable } from './admin-settings.ts';
import { adminUsersTable } from './admin-users.ts';
import type { adminEndpoints } from './admin.endpoints.ts';
import type { appEndpoints } from './app.endpoints.ts';
import { authTable } from './auth.ts';
import type { authEndpoints } from './auth.endpoints.ts';
import { collectionsTable } from './collections.ts';
import { demoTable } from './demo.ts';
import { downloadsTable } from './downloads.ts';
import { fileRequestsTable } from './file-requests.ts';
import type { fileRequestEndpoints } from './file-requests.endpoints.ts';
import { filesTable } from './files.ts';
import { guestsTable } from './guests.ts';
import type { guestEndpoints } from './guests.endpoints.ts';
import { healthTable } from './health.ts';
import { imagesTable } from './images.ts';
import type { itemEndpoints } from './items.endpoints.ts';
import { listingsTable } from './listings.ts';
import { realtimeTable } from './realtime.ts';
import type { serverEndpoints } from './server.endpoints.ts';
import { settingsTable } from './settings.ts';
import { setupTable } from './setup.ts';
import type { setupEndpoints } from './setup.endpoints.ts';
import { shareActivityTable } from './share-activity.ts';
import { sharesTable } from './shares.ts';
import type { shareEndpoints } from './shares.endpoints.ts';
import { storageTable } from './storage.ts';
import { thumbnailsTable } from './thumbnails.ts';
import { translationsTable } from './translations.ts';
import { uploadBatchTable } from './upload-batch.ts';
import { uploadsTable } from './uploads.ts';
import { usersTable } from './users.ts';
import { versionsTable } from './versions.ts';

/** The routes of all files `*.endpoints.ts`. */
type Routes = typeof accountEndpoints &
  typeof adminEndpoints &
  typeof appEndpoints &
  typeof authEndpoints &
  typeof fileRequestEndpoints &
  typeof guestEndpoints &
  typeof itemEndpoints &
  typeof serverEndpoints &
  typeof setupEndpoints &
  typeof shareEndpoints;

/**
 * Every call of the product. The server registers, documents and tests from this table; a route that no module describes does
 * not compile.
 */
export const endpoints = {
  ...accountTable,
  ...actionsTable,
  ...activityTable,
  ...adminAvatarsTable,
  ...adminDamageTable,
  ...adminLanguagesTable,
  ...adminLogsTable,
  ...adminMaintenanceTable,
  ...adminServerTable,
  ...adminSettingsTable,
  ...adminUsersTable,
  ...authTable,
  ...collectionsTable,
  ...demoTable,
  ...downloadsTable,
  ...fileRequestsTable,
  ...filesTable,
  ...guestsTable,
  ...healthTable,
  ...imagesTable,
  ...listingsTable,
  ...realtimeTable,
  ...settingsTable,
  ...setupTable,
  ...shareActivityTable,
  ...sharesTable,
  ...storageTable,
  ...thumbnailsTable,
  ...translationsTable,
  ...uploadBatchTable,
  ...uploadsTable,
  ...usersTable,
  ...versionsTable,
} as const satisfies Described<Routes>;

export type Endpoints = typeof endpoints;
