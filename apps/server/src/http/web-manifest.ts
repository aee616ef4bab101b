import type { Config } from '@holdall/contract/settings';
import { pages } from '@holdall/contract/pages';
import { directionOf } from '@holdall/contract/text';

/** The address to which phones post shared files; the service worker takes them. */
export const shareTargetPath = '/share-target';

/**
 * The application's own icons, as files beside this one, below `/icons/`; `favicon` names the administrator's
 * own.
 */
const icons = [
  { name: 'icon-192.png', favicon: 'md', sizes: '192x192', purpose: 'any' },
  { name: 'icon-512.png', favicon: 'lg', sizes: '512x512', purpose: 'any' },
  { name: 'maskable-512.png', favicon: 'home', sizes: '512x512', purpose: 'maskable' },
] as const;

/** The icon for home screens of devices that read no manifest: it has no transparency. */
export const homeScreenFile = 'home-screen-180.png';

/** Pages that a press on the icon that rests leads to. */
const shortcuts = [
  { url: pages.files, label: 'frame.home' },
  { url: pages.recentUploads, label: 'latest.title' },
  { url: pages.sharedItems, label: 'shared.title' },
] as const;
/** Keys of the pages' names. */
export type ShortcutWords = Readonly<Record<(typeof shortcuts)[number]['label'], string>>;

/** Screenshots for the installation prompt; files beside this one, below `/icons/`. */
const screenshots = [
  { src: '/icons/screenshot-wide.png', type: 'image/png', sizes: '1280x800', form_factor: 'wide' },
  { src: '/icons/screenshot-narrow.png', type: 'image/png', sizes: '720x1440', form_factor: 'narrow' },
] as const;

/** All images of the manifest and of home screens that ship with the application. */
export const ownIcons: readonly string[] = [
  ...icons.map(({ name }) => name),
  homeScreenFile,
  ...screenshots.map(({ src }) => src.slice('/icons/'.length)),
];

/** The canvas of each theme, which surrounds the application until it is drawn. */
const canvas = { light: '#eff3f4', dark: '#070f10' } as const;

const iconsOf = (address: string | null) =>
  icons.map(({ name, favicon, sizes, purpose }) => ({
    src: address === null ? `/icons/${name}` : address.replace(/full$/, favicon),
    type: 'image/png',
    sizes,
    purpose,
  }));

/**
 * Builds the web app manifest from the settings.
 *
 * @see https://www.w3.org/TR/appmanifest/
 */
export const manifestOf = (
  { app, locale, defaultThemeMode }: Config,
  words: ShortcutWords,
): Readonly<Record<string, unknown>> => {
  const color = canvas[defaultThemeMode === 'dark' ? 'dark' : 'light'];
  return {
    id: '/',
    name: app.title,
    short_name: app.title,
    description: app.description,
    lang: locale,
    dir: directionOf(locale),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: color,
    background_color: color,
    icons: iconsOf(app.favicon),
    shortcuts: shortcuts.map(({ url, label }) => ({ url, name: words[label] })),
    // Screenshots would show another name and logo than the administrator's.
    ...(app.favicon === null && { screenshots }),
    share_target: {
      action: shareTargetPath,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'files', accept: ['*/*'] }] },
    },
  };
};
