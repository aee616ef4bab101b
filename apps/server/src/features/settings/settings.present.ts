import type { Config } from '@holdall/contract/settings';
import { formatBytes } from '#lib/format-bytes.ts';
import type { Settings } from './settings.rules.ts';

export interface ConfigFacts {
  readonly settings: Settings;
  /** Public origin of this server. */
  readonly origin: string;
  readonly isAuthenticated: boolean;
  /** True until the server is installed. */
  readonly installation: boolean;
  readonly version: string;
  /** How to reach the realtime hub, where there is one. */
  readonly broadcasting: Config['broadcasting'];
}

export const presentConfig = ({
  settings,
  origin,
  isAuthenticated,
  installation,
  version,
  broadcasting,
}: ConfigFacts): Config => ({
  api: '/api',
  host: origin,
  locale: settings.locale,
  isAuthenticated,
  defaultThemeMode: settings.default_theme,
  defaultEmoji: settings.default_emoji,
  subscriptionType: settings.subscription_type,
  storageLimit: settings.storage_limitation,
  chunkSize: settings.chunk_size,
  uploadLimit: settings.upload_limit,
  uploadLimitFormatted: formatBytes(settings.upload_limit),
  mimetypesBlacklist: settings.mimetypes_blacklist,
  installation,
  allowedRecaptcha: false,
  recaptcha_client_id: null,
  recaptcha_origin: null,
  registration: false,
  app: {
    title: settings.title,
    description: settings.description,
    color: 'petrol',
    logo: null,
    logo_horizontal: null,
    favicon: null,
    share_image: null,
    contact_email: null,
  },
  broadcasting: settings.realtime ? broadcasting : null,
  version,
});
