import type { Trx } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';
import type { StoreRow } from '#db/tables/storage.ts';
import type { SettingsInput, SettingsService } from '#features/settings/index.ts';
import { createId } from '#ports/ids.ts';
import type { Clock } from '#ports/clock.ts';
import { type ConfigDeps, configOf, isAtLocation } from './store-config.ts';
import { otherDisk } from './storage.errors.ts';
import { hasRowsIn, insertStore, listStores, updateStore } from './stores.repo.ts';
import type { StoreLocation } from './storage.types.ts';

export interface StoreChoice {
  readonly to: StoreLocation;
  /** The server whose disk it is, where it is one. */
  readonly node: string;
  /** True if the keys of the bucket are stored, sealed, for servers without them in their environment. */
  readonly keepKeys: boolean;
  /** The location is that of the active store under another name. */
  readonly isSame?: boolean;
}

export interface ChooseDeps extends ConfigDeps {
  readonly clock: Clock;
  readonly settings: SettingsService;
}

/** Chooses the store of new bytes. */
export type ChooseStore = (trx: Trx, choice: StoreChoice, chosen?: SettingsInput) => Promise<void>;

/** Returns the settings that show a location. */
const settingsOf = (location: StoreLocation, keepKeys: boolean): SettingsInput => {
  if (location.kind === 'disk') return { storage_driver: 'disk' };
  const { endpoint, region, bucket, accessKey, secretKey, pathStyle, prefix } = location.bucket;
  return {
    storage_driver: 's3',
    s3_endpoint: endpoint,
    s3_region: region,
    s3_bucket: bucket,
    s3_access_key: keepKeys ? accessKey : '',
    s3_secret_key: keepKeys ? secretKey : '',
    s3_path_style: pathStyle,
    s3_prefix: prefix,
  };
};

/**
 * Creates the choice of the store of new bytes: the former one drains from then on. Settings follow, which show
 * what was chosen.
 */
export const createChooseStore =
  (deps: ChooseDeps): ChooseStore =>
  async (trx, { to, node, keepKeys, isSame = false }, chosen = settingsOf(to, keepKeys)) => {
    const { clock, settings, sealer } = deps;
    // This comes first: every other choice waits until this one has ended.
    await settings.countChange(trx);
    await settings.save(trx, chosen);
    const nodeId = to.kind === 'disk' && isPostgres(trx) ? node : null;
    const isTo = (row: StoreRow): boolean =>
      isAtLocation(row, to, deps) && (row.node_id ?? nodeId) === nodeId;
    const rows = await listStores(trx);
    const active = rows.find(({ state }) => state === 'active');
    const now = { kind: to.kind, config: configOf(to, keepKeys ? sealer : undefined), node_id: nodeId };
    if (active !== undefined && (isSame || isTo(active))) return updateStore(trx, active.id, now);
    if (active !== undefined) {
      const { id, node_id: whose } = active;
      if (whose !== null && whose !== node && (await hasRowsIn(trx, id))) throw otherDisk(whose, node);
      await updateStore(trx, id, { state: 'draining' });
    }
    const known = rows.find(isTo);
    if (known !== undefined) return updateStore(trx, known.id, { ...now, state: 'active' });
    const createdAt = clock.now();
    await insertStore(trx, { id: createId(createdAt), ...now, state: 'active', created_at: createdAt });
  };
