import type { Db, Trx } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { ItemRow } from '#db/tables/files.ts';
import {
  type FileTargets,
  insertBeside,
  recordOverwrite,
  resolveItem,
  restoreVersion,
} from '#features/files/index.ts';
import type { GuestAccess } from '#features/links/index.ts';
import type { SettingsService } from '#features/settings/index.ts';
import type { UsageService } from '#features/usage/index.ts';
import { type Actor, type GuestActor, originOf, type UserActor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import { type Events, filesEvent } from '#ports/events.ts';
import { releaseVersions } from './remove-versions.ts';
import { versionNotFound } from './versions.errors.ts';
import { findVersion, removeDoubles } from './versions.repo.ts';
import { seenBy } from './versions.rules.ts';
import type { VersionContent, VersionRef } from './versions.types.ts';

export interface RestoreDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: Events;
  readonly settings: Pick<SettingsService, 'current'>;
  readonly targets: Pick<FileTargets, 'renew'>;
  readonly guests: GuestAccess;
  readonly usage: Pick<UsageService, 'accountOf' | 'addStored' | 'releaseUsage'>;
}

/**
 * Makes a version the current content of its file, or a new file of it beside.
 *
 * @returns the file with the content
 * @throws item.not_found, version.not_found, item.damaged, upload.disabled, storage.exceeded, share.forbidden, share.root
 */
export type RestoreVersion = (
  actor: UserActor | GuestActor,
  ref: VersionRef,
  options: { readonly asCopy: boolean },
) => Promise<ItemRow>;

/** A restore under way, in its transaction. */
interface Restoring {
  readonly trx: Trx;
  /** With current rights. */
  readonly actor: Actor;
  readonly item: ItemRow;
  readonly ref: VersionRef;
  readonly account: Awaited<ReturnType<UsageService['accountOf']>>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const contentOf = ({ version, blob }: VersionContent) => ({
  blobId: blob.id,
  size: version.size,
  mimetype: version.mimetype,
  category: version.category,
  modifiedAt: version.modified_at,
});

export const createRestore = (deps: RestoreDeps): RestoreVersion => {
  const { db, clock, events, settings, targets, guests, usage } = deps;

  const requireVersion = async ({ trx, actor, ref }: Restoring): Promise<VersionContent> => {
    const found = await findVersion(trx, seenBy(actor, ref.id), ref.version);
    if (found === undefined) throw versionNotFound();
    if (found.blob.damaged_at !== null) throw new AppError('item.damaged');
    return found;
  };

  const copy = async (restoring: Restoring): Promise<ItemRow> => {
    const { trx, actor, item, account, now } = restoring;
    const found = await requireVersion(restoring);
    const made = await insertBeside(trx, guests, { actor, item, content: contentOf(found), now });
    // Guests must not cost the owner other versions.
    const { size, category } = found.version;
    await usage.addStored(trx, account, { size, category, mayEvict: actor.kind !== 'guest' });
    return made;
  };

  const bringBack = async (restoring: Restoring): Promise<ItemRow> => {
    const { trx, actor, ref, account, now } = restoring;
    await requireVersion(restoring);
    const restored = await restoreVersion(trx, {
      itemId: ref.id,
      versionId: ref.version,
      isInLedger: actor.kind === 'guest',
      now,
    });
    if (restored === undefined) throw versionNotFound();
    const { item, overwritten, added } = restored;
    if (overwritten === undefined) return item;
    await recordOverwrite(guests, { trx, actor, now }, { item, overwritten });
    // The ledger of a guest's change needs the version that it made.
    if (actor.kind !== 'guest') {
      const removed = await removeDoubles(trx, ref.id, overwritten.blobBefore);
      await releaseVersions(trx, deps, { ownerId: item.owner_id, now, removed });
    }
    // The content that has just been replaced must not make the room.
    if (added !== undefined) await usage.addStored(trx, account, { ...added, mayEvict: false });
    return item;
  };

  return async (actor, ref, { asCopy }) => {
    const ownerId = actor.kind === 'guest' ? actor.ownerId : actor.id;
    const account = await usage.accountOf(ownerId, await settings.current());
    const item = await inTransaction(db, async (trx) => {
      const renewed = await targets.renew(trx, actor);
      const of = await resolveItem(trx, renewed, { id: ref.id, action: asCopy ? 'copy' : 'overwrite' });
      const restoring = { trx, actor: renewed, item: of, ref, account, now: clock.now() };
      return asCopy ? copy(restoring) : bringBack(restoring);
    });
    const changed = { containers: [item.parent_id], itemIds: [item.id], storage: true };
    events.publish(filesEvent({ ownerId, origin: originOf(actor), ...changed }));
    if (item.blob_id !== null && item.mimetype !== null) {
      const { id: itemId, blob_id: blobId, mimetype } = item;
      events.publish({ kind: 'file-stored', ownerId, itemId, blobId, mimetype });
    }
    return item;
  };
};
