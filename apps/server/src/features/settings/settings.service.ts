import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import type { Clock } from '#ports/clock.ts';
import { claimSetting, listSettings, saveSettings } from './settings.repo.ts';
import { type Settings, type SettingsInput, settingsSchema } from './settings.rules.ts';

/** The name under which the moment of installation is kept beside the settings. */
const installedAt = 'installed_at';
/** Begins the names of secrets, which are no settings either. */
const secretPrefix = 'secret:';
const isInternal = (name: string): boolean => name === installedAt || name.startsWith(secretPrefix);

export interface SettingsService {
  /** The settings in force now, read anew each time: a change counts at once on every node. */
  current(): Promise<Settings>;
  isInstalled(): Promise<boolean>;
  /** A random secret of the installation (256 bits, hexadecimal), made when it is first asked for; the same on every node. */
  secret(name: string): Promise<string>;
  /**
   * Marks the installation as done and saves the chosen settings, on the caller's transaction.
   *
   * @returns false where somebody else has installed; nothing is changed then
   */
  install(trx: Db, chosen: SettingsInput): Promise<boolean>;
}

export const createSettingsService = ({ db, clock }: { db: Db; clock: Clock }): SettingsService => {
  const stored = async (): Promise<Map<string, unknown>> =>
    new Map((await listSettings(db)).map(({ name, value }) => [name, JSON.parse(value) as unknown]));
  return {
    current: async () => {
      const values = await stored();
      for (const name of values.keys()) if (isInternal(name)) values.delete(name);
      return settingsSchema.parse(Object.fromEntries(values));
    },
    isInstalled: async () => (await stored()).has(installedAt),
    secret: async (name) => {
      const key = secretPrefix + name;
      const known = (await stored()).get(key);
      if (typeof known === 'string') return known;
      const made = randomBytes(32).toString('hex');
      const claimed = await claimSetting(db, {
        name: key,
        value: JSON.stringify(made),
        updated_at: clock.now(),
      });
      return claimed ? made : z.string().parse((await stored()).get(key));
    },
    install: async (trx, chosen) => {
      const values = settingsSchema.partial().parse(chosen);
      const json = Object.entries(values)
        .filter(([name]) => name in chosen)
        .map(([name, value]) => [name, JSON.stringify(value)] as const);
      const now = clock.now();
      if (!(await claimSetting(trx, { name: installedAt, value: JSON.stringify(now), updated_at: now })))
        return false;
      await saveSettings(trx, Object.fromEntries(json), now);
      return true;
    },
  };
};
