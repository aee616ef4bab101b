import type { Trx } from '#db/database.ts';
import { createId } from '#ports/ids.ts';
import { configOf } from './store-config.ts';
import { insertStore, parts, updateStore } from './stores.repo.ts';
import type { StoragePlace } from './storage.types.ts';

/**
 * Makes one place the store of all bytes, as it is after a restore. The first server that starts with a disk
 * records that it is its own.
 */
export const restoreStores = async (trx: Trx, place: StoragePlace): Promise<void> => {
  const now = Date.now();
  const id = createId(now);
  const active = await trx.selectFrom('stores').select('id').where('state', '=', 'active').executeTakeFirst();
  if (active !== undefined) await updateStore(trx, active.id, { state: 'draining' });
  const config = configOf(place, undefined);
  await insertStore(trx, { id, kind: place.kind, config, node_id: null, state: 'active', created_at: now });
  for (const part of parts)
    await trx.updateTable(part).set({ store_id: id }).where('key', 'is not', null).execute();
  await trx.updateTable('upload_sessions').set({ store_id: null }).execute();
  await trx.deleteFrom('stores').where('id', '<>', id).execute();
};
