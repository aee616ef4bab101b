import type { Translate } from '#shared/i18n/messages.ts';
import { deviceName } from '#shared/lib/device-name.ts';

/** A user agent in words: `Firefox on Windows`; programs by what they call themselves. */
export const deviceText = (t: Translate, agent: string): string => {
  const { browser, system } = deviceName(agent);
  if (browser && system) return t('activity.device.with', { browser, system });
  const known = browser ?? system;
  if (known) return known;
  const program = /^[\w.-]{1,40}/.exec(agent.trim())?.[0];
  return program ? t('activity.device.program', { name: program }) : t('activity.device.unknown');
};
