import type { Trx } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';
import { isNodeRunning } from '#features/nodes/index.ts';
import { BlobStoreError, normaliseKey } from '#ports/blob-store.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';
import { type OperatorBucketOptions, switchToOperatorBucket } from './operator-bucket.ts';
import { holdsAny, listSomeKeys } from './owner-marker.service.ts';
import { formerDisk, otherDisk, StoreUnavailableError } from './storage.errors.ts';
import { describeLocation, lostLocation, takenLocation } from './storage.rules.ts';
import type { Stores } from './storage.types.ts';
import type { StoreOwnership } from './store-ownership.ts';
import { hasRowsIn, updateStore } from './stores.repo.ts';

export interface StartOptions
  extends Omit<OperatorBucketOptions, 'operator'>, Pick<StoreOwnership, 'confirm'> {
  /** The bucket that the operator's configuration names. */
  readonly operator: ObjectStorage | undefined;
}

/**
 * Refuses files on the disk of another server, but those of a former one that does not run: it may be gone for good,
 * and must not keep all others from starting. A disk without files is taken by the next server that joins the others.
 *
 * @returns false where the active store is such a disk, which is not this server's yet
 * @throws StoreUnavailableError
 */
const expectOwnDisk = async ({ db, node, stores, open }: StartOptions): Promise<boolean> => {
  if (!isPostgres(db)) return true;
  let isActiveOwn = true;
  for (const { id, kind, node_id: whose, state } of stores.rows()) {
    if (kind !== 'disk' || state === 'retired' || whose === node) continue;
    if (!(await hasRowsIn(db, id))) {
      if (state === 'active' && whose !== null) isActiveOwn = false;
      continue;
    }
    if (whose !== null) {
      if (state === 'draining' && !(await isNodeRunning(db, whose))) continue;
      throw otherDisk(whose, node);
    }
    const keys = (await listSomeKeys(db)).map(normaliseKey);
    // Without any the disk has thumbnails alone, which can be made again.
    if (keys.length > 0 && !(await holdsAny(await open({ kind: 'disk' }), keys)))
      throw new StoreUnavailableError(
        'Files are kept on a disk, and none of them is in this data directory. Use the data directory of the server that has them.',
      );
  }
  return isActiveOwn;
};

/**
 * Refuses a store with another owner, and one that has lost everything. An unreachable store is verified later,
 * before anything is cleaned up.
 *
 * @throws StoreUnavailableError
 */
const expectOwn = async ({ db, stores, ownership, confirm, warn }: StartOptions): Promise<void> => {
  const confirmed = await confirm().catch((error: unknown) => {
    if (error instanceof BlobStoreError && !(error instanceof StoreUnavailableError)) return [];
    throw error;
  });
  for (const { id, state, node_id: whose } of stores.rows()) {
    if (state !== 'draining') continue;
    const fault = await stores.open(id).catch((error: unknown) => error);
    if (!(fault instanceof StoreUnavailableError)) continue;
    // Files that were not migrated cannot be read until it can be opened, and all others can.
    if (whose === null) warn(fault.message);
    else if (await hasRowsIn(db, id)) warn(formerDisk(whose));
  }
  for (const { location, owner, state } of confirmed) {
    if (state === 'active') {
      if (owner === 'other') throw new StoreUnavailableError(takenLocation(location));
      if (owner === 'empty') throw new StoreUnavailableError(lostLocation(location, await ownership.name()));
    } else if (owner === 'other' || owner === 'empty') {
      const fault = owner === 'empty' ? 'is empty' : 'belongs to another installation';
      warn(
        `Files are on record in ${describeLocation(location)}, which ${fault}. Nothing is cleaned up there. Run \`holdall migrate-blobs\`, which names them.`,
      );
    }
    if (owner === 'unknown')
      warn(
        `None of the files in ${describeLocation(location)} is on record in this installation's database. Nothing is cleaned up there.`,
      );
  }
};

/**
 * Settles at the start of a server which stores it uses.
 *
 * @throws StoreUnavailableError where it may not use them
 */
export const settleStores = async (options: StartOptions): Promise<void> => {
  const { operator } = options;
  const isActiveOwn = await expectOwnDisk(options);
  if (operator !== undefined) await switchToOperatorBucket({ ...options, operator });
  if (isActiveOwn) await expectOwn(options);
};

/** Records that files are on a server's disk, where they are kept on one. */
export const takeDisk = async (trx: Trx, stores: Stores, node: string): Promise<void> => {
  const active = stores.rows().find(({ state }) => state === 'active');
  if (active?.kind !== 'disk' || !isPostgres(trx) || active.node_id === node) return;
  await updateStore(trx, active.id, { node_id: node });
};
