import { text } from '#shared/i18n/messages.ts';

/** Names by what tells them, the more special first: nearly all say that they are Chrome and Safari, too. */
const browsers: readonly (readonly [name: string, RegExp])[] = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPiOS)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\//],
  ['Safari', /\bVersion\/\S+.*\bSafari\//],
];
const systems: readonly (readonly [name: string, RegExp])[] = [
  ['iPadOS', /\biPad\b/],
  ['iOS', /\biPhone\b|\biPod\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
];

const nameIn = (names: typeof browsers, agent: string): string | undefined =>
  names.find(([, mark]) => mark.test(agent))?.[0];

/** Tells whether the device is a phone. */
export const isPhone = (agent: string): boolean => /\biPhone\b|\biPod\b|\bAndroid\b.*\bMobile\b/.test(agent);

/** A user agent in words: `Firefox on Windows`. @param agent the header, whatever it is */
export const deviceName = (agent: string): string => {
  const [browser, system] = [nameIn(browsers, agent), nameIn(systems, agent)];
  if (browser && system) return text('device.with', { browser, system });
  const program = browser ?? system ?? /^[\w.-]{1,40}/.exec(agent.trim())?.[0];
  return program ?? text('device.unknown');
};
