import { appEndpoints } from '@holdall/contract/app.endpoints';
import { accentRules } from '@holdall/contract/accent-tokens';
import { homeScreenIcon } from '@holdall/contract/text';
import type { Config } from '@holdall/contract/settings';
import defaultIcon from '../assets/icon.svg?url';
import { followDefaultTheme } from '#features/appearance/theme.store.ts';
import { call, isGuest } from '#shared/api/client.ts';
import { directionIn, getConfig, putConfig } from '#shared/config/config.ts';
import { reloadMessages } from '#shared/i18n/messages.ts';
import { onSessionEnd, session } from '#shared/session/session.ts';

/** The accent's rules, in the place of those that came with the page. */
const accentSheet = new CSSStyleSheet();

const paint = (color: Config['app']['color']): void => {
  const root = document.documentElement;
  if (root.dataset['accent'] === color) return;
  root.dataset['accent'] = color;
  accentSheet.replaceSync(accentRules(color));
  if (!document.adoptedStyleSheets.includes(accentSheet)) document.adoptedStyleSheets.push(accentSheet);
  document.getElementById('holdall-accent')?.remove();
};

const icon = (rel: string): HTMLLinkElement => {
  const found = document.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`);
  if (found) return found;
  const made = document.createElement('link');
  made.rel = rel;
  document.head.append(made);
  return made;
};

const drawIcons = (favicon: string | null): void => {
  const shown = icon('icon');
  const href = favicon ?? defaultIcon;
  if (shown.getAttribute('href') === href) return;
  shown.removeAttribute('sizes');
  shown.type = favicon ? 'image/png' : 'image/svg+xml';
  shown.href = href;
  icon('apple-touch-icon').href = favicon ? homeScreenIcon(favicon) : '/icons/home-screen-180.png';
};

/** The bot protection's script comes through the policy of a page alone that was answered since it is on. */
const needsOtherPolicy = (before: Config, now: Config): boolean =>
  now.recaptcha_origin !== null && now.recaptcha_origin !== before.recaptcha_origin;
let isPolicyOld = false;
const reloadForPolicy = (): void => {
  // A page of a link draws no bot protection, and may be uploading.
  if (isPolicyOld && !isGuest()) location.reload();
};
onSessionEnd(reloadForPolicy);

let asked = 0;
let shown = 0;

const tryAgain = (): void => void refreshConfig().catch(() => undefined);

/**
 * Follows the configuration's language. Until its messages are there the page keeps the former ones, and its
 * configuration says so: the next look sees that they are missing.
 */
const followMessages = async (config: Config): Promise<void> => {
  const request = shown;
  const { locale, messagesVersion } = config;
  try {
    await reloadMessages({ locale, direction: directionIn(config) });
    if (request === shown) putConfig({ ...getConfig(), locale, messagesVersion });
  } catch {
    addEventListener('focus', tryAgain, { once: true });
  }
};

const show = (config: Config): void => {
  const before = getConfig();
  // A page of the wizard stays one until it is left.
  const { locale, messagesVersion, installation } = before;
  isPolicyOld ||= needsOtherPolicy(before, config);
  putConfig({ ...config, locale, messagesVersion, installation });
  if (config.locale !== locale || config.messagesVersion !== messagesVersion) void followMessages(config);
  paint(config.app.color);
  drawIcons(config.app.favicon);
  // Guests keep their choice on their page alone.
  if (!isGuest()) followDefaultTheme(config.defaultThemeMode);
  if (!session.get().authorized) reloadForPolicy();
};

/** Reads the configuration anew, and shows what is different, without loading the page anew. */
export const refreshConfig = async (): Promise<void> => {
  asked += 1;
  const request = asked;
  const config = await call(appEndpoints.getConfig, {});
  // The answer to the later question knows more.
  if (request < shown) return;
  shown = request;
  show(config);
};
