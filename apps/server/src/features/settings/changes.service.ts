import {
  type SettingGroup,
  settingGroups,
  type SettingName,
  type SettingValue,
} from '@holdall/contract/admin-settings';
import type { BrandImage } from '@holdall/contract/images';
import type { Db, Trx } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { UserActor } from '#lib/actor.ts';
import type { Caller } from '#lib/caller.ts';
import { AppError, invalidField } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';
import type { Sealer } from '#ports/sealer.ts';
import { countChange, saveSettings } from './settings.repo.ts';
import {
  imagesOf,
  isOfGroup,
  isOfMails,
  isOfRealtimeService,
  isOfStorage,
  isSecret,
  isSessionOnly,
  ruleOf,
  savedWith,
  shownValue,
} from './settings.rules.ts';
import { type SettingsService, storedValue } from './settings.service.ts';
import type { RecordChange } from './settings.types.ts';

export interface SettingInput {
  readonly group: SettingGroup;
  readonly name: SettingName;
  readonly value: SettingValue;
}

export interface ShownGroup {
  /** By name; for a secret, whether it is set. */
  readonly attributes: Record<string, SettingValue>;
  readonly images: Record<string, string | null>;
  /** Settings that the environment sets. */
  readonly locked: string[];
  /** Settings that cannot change while there are files. */
  readonly fixed: string[];
}

export interface ImageChange {
  readonly actor: UserActor;
  readonly facts: Caller;
  readonly name: BrandImage;
  /** Null means the application's own. */
  readonly imageId: string | null;
}

export interface SettingsChanges {
  group(group: SettingGroup): Promise<ShownGroup>;
  /** Tells whether a setting cannot be changed by an access token. */
  isSessionOnly(name: SettingName): boolean;
  /**
   * Saves one setting and records the actor; an unchanged value is ignored.
   *
   * @returns the stored value; for a secret, whether it is set
   * @throws request.invalid naming the setting, settings.locked
   */
  change(actor: UserActor, input: SettingInput, facts: Caller): Promise<SettingValue>;
  /**
   * As `change` on the caller's transaction, except for the public address; call `announce` after the commit.
   *
   * @returns false if the setting had the value already
   */
  changeOn(
    trx: Trx,
    change: SettingInput & { readonly actor: UserActor; readonly facts: Caller },
  ): Promise<boolean>;
  /**
   * Replaces an image of the application on the caller's transaction; call `announce` after the commit.
   *
   * @returns the previous image
   */
  changeImage(trx: Trx, change: ImageChange): Promise<string | null>;
  /** Makes pages and other parts of the server read the settings again. */
  announce(): void;
}

export interface SettingsChangesDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: Events;
  readonly sealer: Sealer;
  readonly settings: SettingsService;
  readonly record: RecordChange;
  /** Values that the environment sets: they cannot be changed here, and take precedence over stored ones. */
  readonly decided: Partial<Readonly<Record<SettingName, SettingValue>>>;
  /** Returns settings that cannot change at present. */
  readonly fixed: () => Promise<readonly SettingName[]>;
  /** Tells whether the application has messages in a language. */
  readonly hasMessages: (locale: string, on: Db) => Promise<boolean>;
  /** Applies the stored public address. */
  readonly refreshAddress: () => Promise<void>;
}

interface SettingWrite {
  readonly actor: UserActor;
  readonly facts: Caller;
  readonly group: SettingGroup;
  readonly name: SettingName;
  readonly from: SettingValue;
  readonly to: SettingValue;
}

/** Returns a value in the form of the log. */
const factOf = (value: SettingValue): string | number | boolean | null =>
  Array.isArray(value) ? value.join(', ') : value;

const same = (one: SettingValue, other: SettingValue): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The administration of settings. */
export const createSettingsChanges = (deps: SettingsChangesDeps): SettingsChanges => {
  const { db, clock, events, sealer, settings, record, decided, hasMessages } = deps;

  const valueOf = async (name: string, on?: Db): Promise<SettingValue> =>
    ((await settings.current(on)) as Readonly<Record<string, SettingValue | undefined>>)[name] ?? null;

  const checked = ({ group, name, value }: SettingInput): SettingValue => {
    const rule = ruleOf(name);
    if (rule === undefined || !isOfGroup(group, name))
      throw invalidField(name, 'There’s no such setting here.');
    if (Object.hasOwn(decided, name)) throw new AppError('settings.locked');
    if (isOfRealtimeService(name)) throw invalidField(name, 'Settings of live updates are saved together.');
    if (isOfStorage(name)) throw invalidField(name, 'Settings of file storage are saved together.');
    // If the operator sets the server without a sender, only the sender can be changed.
    if (isOfMails(name) && !(name === 'mail_from' && Object.hasOwn(decided, 'mail_driver')))
      throw invalidField(name, 'Email settings are saved together.');
    const { success, data, error } = rule.safeParse(value);
    if (!success) throw invalidField(name, error.issues[0]?.message ?? 'This value can’t be saved.');
    return data as SettingValue;
  };

  /** Stores a value, sealed if it is a secret, and records it. */
  const keep = async (trx: Trx, { actor, facts, group, name, from, to }: SettingWrite): Promise<void> => {
    const secret = isSecret(name);
    const saved = Object.entries({ [name]: to, ...savedWith(name, to) });
    await saveSettings(
      trx,
      Object.fromEntries(saved.map(([key, value]) => [key, storedValue(sealer, key, value)])),
      clock.now(),
    );
    await record(trx, {
      kind: 'settings.changed',
      actorId: actor.id,
      userId: null,
      ...facts,
      details: { group, name, ...(secret ? {} : { from: factOf(from), to: factOf(to) }) },
    });
  };

  /** Tells whether a realtime service without TLS is in use, which browsers refuse on pages that have it. */
  const usesInsecureService = async (on: Db): Promise<boolean> => {
    const { realtime_service: service, pusher_tls: isEncrypted } = await settings.current(on);
    return service === 'pusher' && !isEncrypted;
  };

  const changeOn: SettingsChanges['changeOn'] = async (trx, { actor, facts, ...input }) => {
    const { group, name } = input;
    const value = checked(input);
    // Serializes changes of settings from here on.
    await countChange(trx, clock.now());
    if (name === 'locale' && !(await hasMessages(String(value), trx)))
      throw invalidField(name, 'There’s no translation for this language.');
    if (name === 'url' && String(value).startsWith('https:') && (await usesInsecureService(trx)))
      throw invalidField(
        name,
        'Pages over https can’t use an unencrypted service for live updates. Change that service first.',
      );
    const from = await valueOf(name, trx);
    if (same(from, value) && (!isSecret(name) || value === '')) return false;
    await keep(trx, { actor, facts, group, name, from, to: value });
    return true;
  };

  const announce = (): void => events.publish({ kind: 'settings-changed' });

  return {
    isSessionOnly,
    group: async (group) => {
      const current = await settings.current();
      const values: Readonly<Record<string, SettingValue | undefined>> = { ...current, ...decided };
      const names = settingGroups[group];
      return {
        attributes: Object.fromEntries(names.map((name) => [name, shownValue(name, values[name] ?? null)])),
        images: group === 'appearance' ? imagesOf(current) : {},
        locked: names.filter((name) => Object.hasOwn(decided, name)),
        fixed: (await deps.fixed()).filter((name) => isOfGroup(group, name)),
      };
    },
    change: async (actor, input, facts) => {
      const value = checked(input);
      // Announced first, because other nodes must apply the stored value even if it cannot be read now.
      if (await inTransaction(db, (trx) => changeOn(trx, { actor, facts, ...input }))) announce();
      // Also if the value is unchanged: it may have been stored while it could not be read.
      if (input.name === 'url') await deps.refreshAddress();
      return shownValue(input.name, value);
    },
    changeOn,
    changeImage: async (trx, { actor, name, imageId, facts }) => {
      const now = clock.now();
      await countChange(trx, now);
      const { [name]: before } = await settings.current(trx);
      await saveSettings(trx, { [name]: JSON.stringify(imageId) }, now);
      await record(trx, {
        kind: 'settings.changed',
        actorId: actor.id,
        userId: null,
        ...facts,
        details: { group: 'appearance', name, from: before !== null, to: imageId !== null },
      });
      return before;
    },
    announce,
  };
};
