import type { SettingName, SettingValue } from '@holdall/contract/admin-settings';
import type { StorageForm } from '@holdall/contract/object-storage';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import { contextOf, type SettingsInput, type SettingsService } from '#features/settings/index.ts';
import type { UserActor } from '#lib/actor.ts';
import type { Caller } from '#lib/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { bucketLocation } from '#lib/bucket-location.ts';
import type { Events } from '#ports/events.ts';
import type { ObjectStorage, TryObjectStorage } from '#ports/object-storage.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import { type Sealer, UnsealableError } from '#ports/sealer.ts';
import { answers, isOneStore, type Owner, type Ownership } from './owner-marker.service.ts';
import type { ChooseStore } from './choose-store.ts';
import {
  bucketTaken,
  diskFault,
  noSecret,
  oneDisk,
  storageFault,
  StoreUnavailableError,
} from './storage.errors.ts';
import { isSameLocation } from './storage.rules.ts';
import { hasBytes } from './stores.repo.ts';
import type { RecordStorageChange, StoreLocation, Stores } from './storage.types.ts';

export type S3Form = Extract<StorageForm, { storage_driver: 's3' }>;

/** Settings that name the location of a store. They are locked while anything is stored there. */
const locationNames = [
  'storage_driver',
  's3_endpoint',
  's3_bucket',
  's3_prefix',
] as const satisfies SettingName[];
const names = [
  ...locationNames,
  's3_region',
  's3_access_key',
  's3_path_style',
] as const satisfies SettingName[];

export interface StorageSettings {
  /** Tries storage without saving it. @throws object_storage.…, settings.locked, limit.too_many, request.invalid */
  test(actor: UserActor, form: StorageForm): Promise<void>;
  /** Tries storage and saves it. Throws like `test`, and storage.in_use. */
  save(actor: UserActor, form: StorageForm, facts: Caller): Promise<void>;
  /** Lists the settings that are locked for now. */
  fixed(): Promise<readonly SettingName[]>;
}

export interface StorageSettingsDeps {
  readonly db: Db;
  readonly events: Events;
  readonly sealer: Sealer;
  readonly settings: SettingsService;
  readonly stores: Stores;
  readonly choose: ChooseStore;
  /** The name of this server. */
  readonly node: string;
  /** The bucket of the operator's configuration. */
  readonly operator: ObjectStorage | undefined;
  readonly tryObjectStorage: TryObjectStorage;
  /** The ownership of stores. */
  readonly ownership: Ownership;
  readonly openLocation: (location: StoreLocation) => Promise<OwnedBlobStore>;
  /** Writes, reads and deletes in the data directory; rejects when that fails. */
  readonly tryDisk: () => Promise<void>;
  /** Lists the machines of other running servers. */
  readonly others: () => Promise<readonly string[]>;
  /** Counts another trial of a user. @throws limit.too_many */
  readonly countTrial: (userId: string) => Promise<void>;
  readonly record: RecordStorageChange;
}

/** Returns the bucket that a form names. */
export const bucketOf = (form: S3Form, secretKey: string): ObjectStorage => ({
  ...bucketLocation({
    endpoint: form.s3_endpoint === '' ? undefined : form.s3_endpoint,
    region: form.s3_region,
    bucket: form.s3_bucket,
    pathStyle: form.s3_path_style ?? undefined,
  }),
  accessKey: form.s3_access_key,
  secretKey,
  prefix: form.s3_prefix,
  trusted: false,
});

/** Creates the administrators' settings of storage. */
export const createStorageSettings = (deps: StorageSettingsDeps): StorageSettings => {
  const { db, events, settings, stores, operator } = deps;

  /** Returns the stored key, which is valid for one endpoint and one access key alone. */
  const keptSecret = async (form: S3Form): Promise<string> => {
    const kept = await settings.current();
    const isSame = kept.s3_endpoint === form.s3_endpoint && kept.s3_access_key === form.s3_access_key;
    if (!isSame || kept.s3_secret_key === '') throw noSecret();
    try {
      return deps.sealer.open(kept.s3_secret_key, contextOf('s3_secret_key'));
    } catch (error) {
      if (error instanceof UnsealableError) throw noSecret();
      throw error;
    }
  };

  const locationOf = async (form: StorageForm): Promise<StoreLocation> => {
    if (form.storage_driver === 'disk') return { kind: 'disk' };
    const bucket = bucketOf(form, form.s3_secret_key || (await keptSecret(form)));
    // Only the operator names endpoints that may have a private address.
    const known = await stores.location();
    const isTrusted =
      known.kind === 's3' && known.bucket.trusted && known.bucket.endpoint === bucket.endpoint;
    return { kind: 's3', bucket: { ...bucket, trusted: isTrusted } };
  };

  const tryLocation = async (location: StoreLocation): Promise<void> => {
    if (location.kind === 'disk') {
      if ((await deps.others()).length > 0) throw oneDisk();
      await deps.tryDisk().catch((error: unknown) => {
        throw diskFault(error);
      });
      return;
    }
    const fault = storageFault(await deps.tryObjectStorage(location.bucket));
    if (fault !== undefined) throw fault;
  };

  const prepared = async (actor: UserActor, form: StorageForm): Promise<StoreLocation> => {
    if (operator !== undefined) throw new AppError('settings.locked');
    await deps.countTrial(actor.id);
    return locationOf(form);
  };

  const refuseMoving = async (location: StoreLocation, on: Db = db): Promise<void> => {
    if (isSameLocation(await stores.location(on), location)) return;
    if (await hasBytes(on)) throw new AppError('storage.in_use');
  };

  /**
   * Checks that the recorded files are found by other keys or another name of the bucket. The same name may
   * be another bucket's, where accounts have separate names.
   *
   * @throws object_storage.taken, storage.in_use
   */
  const expectFiles = async (location: StoreLocation): Promise<void> => {
    if (location.kind === 'disk' || !(await hasBytes(db))) return;
    const owner = await deps.ownership.confirm(await deps.openLocation(location));
    if (owner === 'own') return;
    throw owner === 'other' ? bucketTaken() : new AppError('storage.in_use');
  };

  /**
   * Checks that another store has no foreign files, and that the current one has its own.
   *
   * @throws object_storage.taken, storage.taken, storage.in_use
   */
  const expectOwn = async (
    location: StoreLocation,
    whose: (store: OwnedBlobStore) => Promise<Owner>,
  ): Promise<void> => {
    if (isSameLocation(await stores.location(), location)) return expectFiles(location);
    const owner = await whose(await deps.openLocation(location));
    if (owner === 'own' || owner === 'empty') return;
    throw location.kind === 's3' ? bucketTaken() : new AppError('storage.taken');
  };

  /** Tells whether a location is that of the active store under another name. */
  const isActive = async (location: StoreLocation): Promise<boolean> => {
    try {
      const [active] = await stores.inUse();
      if (active?.location.kind !== 's3' || location.kind !== 's3' || !(await answers(active.blobs)))
        return false;
      return await isOneStore(await deps.openLocation(location), active.blobs);
    } catch (error) {
      // Lost keys must not prevent choosing another store.
      if (error instanceof StoreUnavailableError) return false;
      throw error;
    }
  };

  return {
    test: async (actor, form) => {
      const location = await prepared(actor, form);
      await tryLocation(location);
      await expectOwn(location, (store) => deps.ownership.look(store));
    },
    save: async (actor, form, facts) => {
      const location = await prepared(actor, form);
      await refuseMoving(location);
      await tryLocation(location);
      await expectOwn(location, (store) => deps.ownership.claim(store));
      const isSame = await isActive(location);
      const secret = form.storage_driver === 's3' ? form.s3_secret_key : null;
      const { s3_secret_key: _secret, ...open } = { s3_secret_key: null, ...form };
      const chosen: SettingsInput = { ...open, ...(secret ? { s3_secret_key: secret } : {}) };
      await inTransaction(db, async (trx) => {
        await settings.countChange(trx);
        // A file may have been stored during the trial.
        await refuseMoving(location, trx);
        const before = await settings.current(trx);
        await deps.choose(trx, { to: location, node: deps.node, keepKeys: true, isSame }, chosen);
        const after = await settings.current(trx);
        for (const name of [...names, ...(secret ? (['s3_secret_key'] as const) : [])]) {
          const isSecret = name === 's3_secret_key';
          if (!isSecret && before[name] === after[name]) continue;
          await deps.record(trx, {
            kind: 'settings.changed',
            actorId: actor.id,
            userId: null,
            ...facts,
            details: {
              group: 'environment',
              name,
              ...(isSecret ? {} : { from: before[name], to: after[name] }),
            },
          });
        }
      });
      await stores.refresh();
      events.publish({ kind: 'settings-changed' });
    },
    fixed: async () => (operator === undefined && (await hasBytes(db)) ? locationNames : []),
  };
};

export type DecidedSettings = Partial<Readonly<Record<SettingName, SettingValue>>>;

/** Returns the settings that the operator's bucket decides, with the values to show. */
export const decidedBy = (
  operator: ObjectStorage | undefined,
  downloads: 'proxy' | 'direct' | undefined,
): DecidedSettings => ({
  ...(operator === undefined
    ? {}
    : {
        storage_driver: 's3',
        s3_endpoint: operator.endpoint,
        s3_region: operator.region,
        s3_bucket: operator.bucket,
        s3_access_key: operator.accessKey,
        s3_secret_key: true,
        s3_path_style: operator.pathStyle,
        s3_prefix: operator.prefix,
      }),
  ...(downloads === undefined ? {} : { storage_downloads: downloads }),
});
