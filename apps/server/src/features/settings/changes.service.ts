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
  /** By name; of a secret, whether there is one. */
  readonly attributes: Record<string, SettingValue>;
  readonly images: Record<string, string | null>;
  /** Settings that the environment decides. */
  readonly locked: string[];
  /** Settings that stay as they are while there are files. */
  readonly fixed: string[];
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
  /** Whether no access token changes a setting. */
  isSessionOnly(name: SettingName): boolean;
  /**
   * Saves one setting and writes down who did it. One that has the value already stays as it is.
   *
   * @returns the value as it is kept; of a secret, whether there is one
   * @throws request.invalid naming the setting, settings.locked
   */
  change(actor: UserActor, input: SettingInput, facts: Caller): Promise<SettingValue>;
  /**
   * The same on the caller's transaction, not for the public address; `announce` when it is committed.
   *
   * @returns false where the setting had the value already
   */
  changeOn(
    trx: Trx,
    change: SettingInput & { readonly actor: UserActor; readonly facts: Caller },
  ): Promise<boolean>;
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
  /** What the environment decides: it cannot be changed here, and is shown instead of what is kept. */
  readonly decided: Partial<Readonly<Record<SettingName, SettingValue>>>;
  /** Settings that stay as they are for now. */
  readonly fixed: () => Promise<readonly SettingName[]>;
  /** Whether the application speaks a language. */
  readonly hasMessages: (locale: string, on: Db) => Promise<boolean>;
  /** Has the public address count that is kept now. */
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

/** A value as the log shows it. */
const factOf = (value: SettingValue): string | number | boolean | null =>
  Array.isArray(value) ? value.join(', ') : value;

const same = (one: SettingValue, other: SettingValue): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** What administrators do with the settings. */
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
    // Where the operator names the server but no sender, that alone is left to decide.
    if (isOfMails(name) && !(name === 'mail_from' && Object.hasOwn(decided, 'mail_driver')))
      throw invalidField(name, 'Email settings are saved together.');
    const { success, data, error } = rule.safeParse(value);
    if (!success) throw invalidField(name, error.issues[0]?.message ?? 'This value can’t be saved.');
    return data as SettingValue;
  };

  /** Keeps a value, sealed where it is a secret, and writes it down. */
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

  /** Whether pages are told of changes by a service without TLS, which browsers refuse to pages that have it. */
  const isToldOpenly = async (on: Db): Promise<boolean> => {
    const { realtime_service: service, pusher_tls: isEncrypted } = await settings.current(on);
    return service === 'pusher' && !isEncrypted;
  };

  const changeOn: SettingsChanges['changeOn'] = async (trx, { actor, facts, ...input }) => {
    const { group, name } = input;
    const value = checked(input);
    // Others who change settings wait from here on.
    await countChange(trx, clock.now());
    if (name === 'locale' && !(await hasMessages(String(value), trx)))
      throw invalidField(name, 'There’s no translation for this language.');
    if (name === 'url' && String(value).startsWith('https:') && (await isToldOpenly(trx)))
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
      // Told first: what is kept counts for others, too, where it cannot be read just now.
      if (await inTransaction(db, (trx) => changeOn(trx, { actor, facts, ...input }))) announce();
      // Also where it is the same: it may have been kept at a time when it could not be read.
      if (input.name === 'url') await deps.refreshAddress();
      return shownValue(input.name, value);
    },
    changeOn,
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
