import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import type { Clock } from '#ports/clock.ts';
import { type Sealer, UnsealableError } from '#ports/sealer.ts';
import { claimSetting, findSetting, listSettings, revisionName, saveSettings } from './settings.repo.ts';
import {
  isRecaptchaOn,
  isSecret,
  type Settings,
  type SettingsInput,
  settingsOf,
  settingsSchema,
} from './settings.rules.ts';

/** The name under which the moment of installation is kept beside the settings. */
const installedAt = 'installed_at';
/** Begins the names of secrets, which are no settings either. */
const secretPrefix = 'secret:';
export interface SettingsService {
  /**
   * The settings in force now, read anew each time: a change counts at once on every node. Secrets are sealed
   * (context `settings:<name>`).
   *
   * @param on the transaction that changes them
   */
  current(on?: Db): Promise<Settings>;
  /** Grows with every change; pages and nodes tell by it that there was one. */
  revision(): Promise<number>;
  /** The secret of the bot-protection service; undefined where it is off, or sealed by another key than this server's. */
  recaptchaSecret(): Promise<string | undefined>;
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

export interface SettingsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly sealer: Sealer;
}

/** What a secret is sealed for. */
export const contextOf = (name: string): string => `settings:${name}`;

/** A setting as it is stored: sealed where it is a secret. */
export const storedValue = (sealer: Sealer, name: string, value: unknown): string =>
  JSON.stringify(
    isSecret(name) && typeof value === 'string' && value !== '' ? sealer.seal(value, contextOf(name)) : value,
  );

export const createSettingsService = ({ db, clock, sealer }: SettingsDeps): SettingsService => {
  const stored = async (on = db): Promise<Map<string, unknown>> =>
    new Map((await listSettings(on)).map(({ name, value }) => [name, JSON.parse(value) as unknown]));
  const current = async (on?: Db): Promise<Settings> => settingsOf(await stored(on));
  return {
    current,
    revision: async () => Number((await findSetting(db, revisionName)) ?? 0),
    recaptchaSecret: async () => {
      const settings = await current();
      if (!isRecaptchaOn(settings)) return undefined;
      try {
        return sealer.open(settings.recaptcha_secret, contextOf('recaptcha_secret'));
      } catch (error) {
        // Nobody could sign in any more, to mend it.
        if (error instanceof UnsealableError) return undefined;
        throw error;
      }
    },
    isInstalled: async () => (await findSetting(db, installedAt)) !== undefined,
    secret: async (name) => {
      const key = secretPrefix + name;
      const known = await findSetting(db, key);
      if (known !== undefined) return z.string().parse(JSON.parse(known));
      const made = randomBytes(32).toString('hex');
      const claimed = await claimSetting(db, {
        name: key,
        value: JSON.stringify(made),
        updated_at: clock.now(),
      });
      return claimed ? made : z.string().parse(JSON.parse((await findSetting(db, key)) ?? 'null'));
    },
    install: async (trx, chosen) => {
      const values = settingsSchema.partial().parse(chosen);
      const json = Object.entries(values)
        .filter(([name]) => name in chosen)
        .map(([name, value]) => [name, storedValue(sealer, name, value)] as const);
      const now = clock.now();
      if (!(await claimSetting(trx, { name: installedAt, value: JSON.stringify(now), updated_at: now })))
        return false;
      await saveSettings(trx, Object.fromEntries(json), now);
      return true;
    },
  };
};
