import type { Config } from '@holdall/contract/settings';
import { formatBytes } from '#lib/format-bytes.ts';
import { imagesOf, isRecaptchaOn, type Settings } from './settings.rules.ts';

export interface ConfigFacts {
  readonly settings: Settings;
  /** The language of the page, and those available. */
  readonly offer: Pick<Config, 'locale' | 'languages'> & {
    /** Changes with the messages of the page. */
    readonly version: string;
    /** The units of sizes in the page's language. */
    readonly units: string | undefined;
  };
  /** Public origin of this server. */
  readonly origin: string;
  readonly isAuthenticated: boolean;
  /** True if the caller has to set up two-factor sign-in first. */
  readonly mustSetUpTwoFactor: boolean;
  /** True until the server is installed. */
  readonly installation: boolean;
  readonly version: string;
  /** True if anybody may open a demo account. */
  readonly demo: boolean;
  /** True if mails leave this server. */
  readonly mails: boolean;
  /** The address of the realtime hub, if there is one. */
  readonly broadcasting: Config['broadcasting'];
  /** The origin of the bot-protection service. */
  readonly recaptchaOrigin: string;
}

type RecaptchaPart = Pick<Config, 'allowedRecaptcha' | 'recaptcha_client_id' | 'recaptcha_origin'>;

/** While it is off, its keys are not shown. */
const presentRecaptcha = (settings: Settings, origin: string): RecaptchaPart =>
  isRecaptchaOn(settings)
    ? {
        allowedRecaptcha: true,
        recaptcha_client_id: settings.recaptcha_client_id,
        recaptcha_origin: origin,
      }
    : { allowedRecaptcha: false, recaptcha_client_id: null, recaptcha_origin: null };

export const presentConfig = ({
  settings,
  offer,
  origin,
  isAuthenticated,
  mustSetUpTwoFactor,
  installation,
  version,
  demo,
  mails,
  broadcasting,
  recaptchaOrigin,
}: ConfigFacts): Config => ({
  api: '/api',
  host: origin,
  locale: offer.locale,
  languages: offer.languages,
  messagesVersion: offer.version,
  isAuthenticated,
  mustSetUpTwoFactor,
  defaultThemeMode: settings.default_theme,
  defaultEmoji: settings.default_emoji,
  subscriptionType: settings.subscription_type,
  storageLimit: settings.storage_limitation,
  chunkSize: settings.chunk_size,
  uploadLimit: settings.upload_limit,
  uploadLimitFormatted: formatBytes(settings.upload_limit, offer),
  trashRetentionDays: settings.trash_retention_days,
  keepsVersions: settings.versions,
  mimetypesBlacklist: settings.mimetypes_blacklist,
  installation,
  ...presentRecaptcha(settings, recaptchaOrigin),
  registration: settings.registration,
  demo,
  mails,
  app: {
    title: settings.title,
    description: settings.description,
    color: settings.color,
    ...imagesOf(settings),
    contact_email: settings.contact_email,
  },
  broadcasting: settings.realtime ? broadcasting : null,
  version,
});
