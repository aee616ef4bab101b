import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Db, Trx } from '#db/database.ts';
import type { Clock } from '#ports/clock.ts';
import { type Sealer, UnsealableError } from '#ports/sealer.ts';
import {
  claimSetting,
  countChange,
  findSetting,
  listSettings,
  revisionName,
  saveSettings,
} from './settings.repo.ts';
import {
  isRecaptchaOn,
  isSecret,
  type Settings,
  type SettingsInput,
  settingsOf,
  settingsSchema,
} from './settings.rules.ts';

/** The name of the row with the time of installation, beside the settings. */
const installedAt = 'installed_at';
/** Prefix of the names of secrets, which are no settings either. */
const secretPrefix = 'secret:';
/** Prefix of the names of internal values, which are no settings either. */
const internalPrefix = 'internal:';
export interface SettingsService {
  /**
   * Reads the settings; a change applies at once on every node. Secrets are sealed (context `settings:<name>`).
   *
   * @param on the transaction that changes them
   */
  current(on?: Db): Promise<Settings>;
  /** Returns a number that grows with every change, by which pages and nodes detect one. */
  revision(): Promise<number>;
  /**
   * Counts a change of other data that pages are told, on its transaction; the caller publishes `settings-changed`
   * after it.
   */
  countChange(trx: Trx): Promise<void>;
  /** Returns the secret of the bot-protection service; undefined if it is off, or sealed by another key. */
  recaptchaSecret(): Promise<string | undefined>;
  /**
   * Stores settings with sealed secrets, and counts the change, on the caller's transaction; the caller publishes
   * `settings-changed` after it.
   */
  save(trx: Trx, chosen: SettingsInput): Promise<void>;
  /** Returns an internal value of the server, stored beside the settings; undefined if there is none. */
  internalValue(name: string, on?: Db): Promise<string | undefined>;
  saveInternalValue(trx: Trx, name: string, text: string): Promise<void>;
  isInstalled(): Promise<boolean>;
  /**
   * Returns a random secret of the installation (256 bits, hexadecimal), which is created on first use and shared
   * by all nodes.
   */
  secret(name: string): Promise<string>;
  /**
   * Marks the installation as done and stores the chosen settings, on the caller's transaction.
   *
   * @returns false, without changes, if another server has installed
   */
  install(trx: Db, chosen: SettingsInput): Promise<boolean>;
}

export interface SettingsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly sealer: Sealer;
}

/** Returns the sealing context of a secret. */
export const contextOf = (name: string): string => `settings:${name}`;

/** Returns a setting in its stored form, sealed if it is a secret. */
export const storedValue = (sealer: Sealer, name: string, value: unknown): string =>
  JSON.stringify(
    isSecret(name) && typeof value === 'string' && value !== '' ? sealer.seal(value, contextOf(name)) : value,
  );

export const createSettingsService = ({ db, clock, sealer }: SettingsDeps): SettingsService => {
  const stored = async (on = db): Promise<Map<string, unknown>> =>
    new Map((await listSettings(on)).map(({ name, value }) => [name, JSON.parse(value) as unknown]));
  const current = async (on?: Db): Promise<Settings> => settingsOf(await stored(on));
  const storedOf = (chosen: SettingsInput): Record<string, string> => {
    const values = settingsSchema.partial().parse(chosen);
    return Object.fromEntries(
      Object.entries(values)
        .filter(([name]) => name in chosen)
        .map(([name, value]) => [name, storedValue(sealer, name, value)] as const),
    );
  };
  return {
    current,
    save: async (trx, chosen) => {
      await countChange(trx, clock.now());
      await saveSettings(trx, storedOf(chosen), clock.now());
    },
    revision: async () => Number((await findSetting(db, revisionName)) ?? 0),
    countChange: (trx) => countChange(trx, clock.now()),
    recaptchaSecret: async () => {
      const settings = await current();
      if (!isRecaptchaOn(settings)) return undefined;
      try {
        return sealer.open(settings.recaptcha_secret, contextOf('recaptcha_secret'));
      } catch (error) {
        // Otherwise nobody could sign in to repair it.
        if (error instanceof UnsealableError) return undefined;
        throw error;
      }
    },
    internalValue: async (name, on = db) => {
      const known = await findSetting(on, internalPrefix + name);
      return known === undefined ? undefined : z.string().parse(JSON.parse(known));
    },
    saveInternalValue: (trx, name, text) =>
      saveSettings(trx, { [internalPrefix + name]: JSON.stringify(text) }, clock.now()),
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
      const values = storedOf(chosen);
      const now = clock.now();
      if (!(await claimSetting(trx, { name: installedAt, value: JSON.stringify(now), updated_at: now })))
        return false;
      await saveSettings(trx, values, now);
      return true;
    },
  };
};
