import {
  type SettingGroup,
  settingGroups,
  type SettingName,
  type SettingValue,
} from '@holdall/contract/admin-settings';
import type { BrandImage } from '@holdall/contract/pictures';
import type { Db, Trx } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { UserActor } from '#http/actor.ts';
import type { Caller } from '#http/caller.ts';
import { AppError, invalidField } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';
import type { Sealer } from '#ports/sealer.ts';
import { countChange, saveSettings } from './settings.repo.ts';
import {
  decidesMailServer,
  imagesOf,
  isOfGroup,
  isOfMails,
  isSecret,
  ruleOf,
  shownValue,
} from './settings.rules.ts';
import { type SettingsService, storedValue } from './settings.service.ts';
import type { RecordChange } from './settings.types.ts';

export interface SettingWish {
  readonly group: SettingGroup;
  readonly name: SettingName;
  readonly value: SettingValue;
}

export interface ShownGroup {
  /** By name; of a secret, whether there is one. */
  readonly attributes: Record<string, SettingValue>;
  readonly images: Record<string, string | null>;
  /** Settings that the environment decides. */
  readonly locked: string[];
}

export interface ImageChange {
  readonly actor: UserActor;
  readonly facts: Caller;
  readonly name: BrandImage;
  /** Null: the application's own. */
  readonly pictureId: string | null;
}

export interface SettingsChanges {
  group(group: SettingGroup): Promise<ShownGroup>;
  /** Whether no access token changes a setting: what mails are sent through sees the links that open accounts. */
  isSessionOnly(name: SettingName): boolean;
  /**
   * Saves one setting and writes down who did it. One that has the value already stays as it is. Another mail server
   * takes the password of the one before away: it was meant for that one alone.
   *
   * @returns the value as it is kept; of a secret, whether there is one
   * @throws request.invalid naming the setting, settings.locked
   */
  change(actor: UserActor, wish: SettingWish, facts: Caller): Promise<SettingValue>;
  /**
   * Puts a picture in the place of an image of the application, on the caller's transaction; `announce` when it
   * is committed.
   *
   * @returns the picture that was there
   */
  changeImage(trx: Trx, change: ImageChange): Promise<string | null>;
  /** Has pages and other parts of the server look at the settings anew. */
  announce(): void;
}

export interface SettingsChangesDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: Events;
  readonly sealer: Sealer;
  readonly settings: SettingsService;
  readonly record: RecordChange;
  /** Settings that the environment decides. */
  readonly locked: readonly SettingName[];
  /** Whether the application speaks a language. */
  readonly hasMessages: (locale: string) => boolean;
}

interface SettingWrite {
  readonly actor: UserActor;
  readonly facts: Caller;
  readonly group: SettingGroup;
  readonly name: SettingName;
  readonly from: SettingValue;
  readonly to: SettingValue;
}

/** A value as the log shows it. */
const factOf = (value: SettingValue): string | number | boolean | null =>
  Array.isArray(value) ? value.join(', ') : value;

const same = (one: SettingValue, other: SettingValue): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** What administrators do with the settings. */
export const createSettingsChanges = (deps: SettingsChangesDeps): SettingsChanges => {
  const { db, clock, events, sealer, settings, record, locked, hasMessages } = deps;

  const valueOf = async (name: string, on?: Db): Promise<SettingValue> =>
    ((await settings.current(on)) as Readonly<Record<string, SettingValue | undefined>>)[name] ?? null;

  const checked = ({ group, name, value }: SettingWish): SettingValue => {
    const rule = ruleOf(name);
    if (rule === undefined || !isOfGroup(group, name))
      throw invalidField(name, 'There is no such setting here.');
    if (locked.includes(name)) throw new AppError('settings.locked');
    const { success, data, error } = rule.safeParse(value);
    if (!success) throw invalidField(name, error.issues[0]?.message ?? 'This value cannot be kept.');
    if (name === 'locale' && !hasMessages(String(data)))
      throw invalidField(name, 'There is no translation into this language.');
    return data as SettingValue;
  };

  /** Keeps a value, sealed where it is a secret, and writes it down. */
  const keep = async (trx: Trx, { actor, facts, group, name, from, to }: SettingWrite): Promise<void> => {
    const secret = isSecret(name);
    await saveSettings(trx, { [name]: storedValue(sealer, name, to) }, clock.now());
    await record(trx, {
      kind: 'settings.changed',
      actorId: actor.id,
      userId: null,
      ...facts,
      details: { group, name, ...(secret ? {} : { from: factOf(from), to: factOf(to) }) },
    });
  };

  const announce = (): void => events.publish({ kind: 'settings-changed' });

  return {
    isSessionOnly: isOfMails,
    group: async (group) => {
      const current = await settings.current();
      const values: Readonly<Record<string, SettingValue | undefined>> = current;
      const names = settingGroups[group];
      return {
        attributes: Object.fromEntries(names.map((name) => [name, shownValue(name, values[name] ?? null)])),
        images: group === 'appearance' ? imagesOf(current) : {},
        locked: locked.filter((name) => isOfGroup(group, name)),
      };
    },
    change: async (actor, wish, facts) => {
      const { group, name } = wish;
      const value = checked(wish);
      const changed = await inTransaction(db, async (trx) => {
        await countChange(trx, clock.now());
        const from = await valueOf(name, trx);
        if (same(from, value) && (!isSecret(name) || value === '')) return false;
        await keep(trx, { actor, facts, group, name, from, to: value });
        const password = 'mail_password';
        if (decidesMailServer(name) && (await valueOf(password, trx)) !== '')
          await keep(trx, { actor, facts, group, name: password, from: null, to: '' });
        return true;
      });
      if (changed) announce();
      return shownValue(name, value);
    },
    changeImage: async (trx, { actor, name, pictureId, facts }) => {
      const now = clock.now();
      await countChange(trx, now);
      const { [name]: before } = await settings.current(trx);
      await saveSettings(trx, { [name]: JSON.stringify(pictureId) }, now);
      await record(trx, {
        kind: 'settings.changed',
        actorId: actor.id,
        userId: null,
        ...facts,
        details: { group: 'appearance', name, from: before !== null, to: pictureId !== null },
      });
      return before;
    },
    announce,
  };
};
