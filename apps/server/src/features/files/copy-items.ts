import type { CopyBody } from '@holdall/contract/actions';
import { forPieces, idsAtOnce } from '#db/item-set.ts';
import { withLargeWriteCache } from '#db/large-write-cache.ts';
import { type Actor, originOf, principalOf } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import type { GuestAccess } from '#features/links/index.ts';
import { filesEvent } from '#ports/events.ts';
import { createId } from '#ports/ids.ts';
import { inTree, type Planning, type TreeDeps, writeItems } from './change-tree.ts';
import { updateCounts } from './changes.repo.ts';
import { countsOf, idsIfFew, stateOf } from './changes.rules.ts';
import type { ChangeResult, ItemChange } from './changes.types.ts';
import type { NewCopy } from './copy.repo.ts';
import { type Extent, guestCopyLimit, insertTree, measureExtent } from './copy-tree.ts';
import type { CopyQuota, OpenCopyQuota } from './copy.types.ts';
import { refuseTooDeep } from './depth-limit.ts';
import { folderIntoItself } from './files.errors.ts';
import { restrictionOn } from './files.policy.ts';
import { lockTotals } from './files.repo.ts';
import { listSelected } from './gate.repo.ts';
import { locateItem } from './item-gate.ts';
import { destinationOf, ownerOf, refuseNewFolders, topOf } from './item-tree.ts';
import { insertCreatedItems } from './ledger.repo.ts';
import { recordOperation } from './ledger.ts';
import { resolveItems } from './selection.ts';
import { resolveTakenNames } from './taken-names.ts';

export interface CopyDeps extends TreeDeps {
  readonly openCopyQuota: OpenCopyQuota;
}

/** A checked plan of copying. */
interface CopyPlan {
  readonly parentId: string | null;
  /** Name of the destination folder; null at the top of the account. */
  readonly toName: string | null;
  /** Copies of the chosen items. */
  readonly tops: readonly NewCopy[];
  /** Name of the first chosen item. */
  readonly name: string;
  readonly extent: Extent;
  /** Files at the destination that copies replace: they go to the trash. */
  readonly replaced: readonly ItemChange[];
}

/** Copying creates items, so it needs the rights to upload and to create folders. @throws upload.disabled, folder.disabled */
const refuseRestricted = (actor: Actor, { counts }: Extent): void => {
  if (counts.folders > 0) refuseNewFolders(actor);
  const restriction = counts.files > 0 ? restrictionOn(actor, 'upload') : undefined;
  if (restriction !== undefined) throw new AppError(restriction);
};

const planCopy = async (planning: Planning, quota: CopyQuota, input: CopyBody): Promise<CopyPlan> => {
  const { trx, actor, now } = planning;
  const toId = input.to_id ?? topOf(actor);
  const target = toId === null ? undefined : await locateItem(trx, actor, { id: toId, action: 'add' });
  const destination = destinationOf(actor, target);
  const limit = actor.kind === 'guest' ? guestCopyLimit : undefined;
  const selected = await resolveItems(trx, actor, {
    ...input,
    action: 'copy',
    ...(limit === undefined ? {} : { limit }),
  });
  const above = new Set([destination.parentId, ...(target?.ancestors ?? []).map(({ id }) => id)]);
  if (selected.some(({ id }) => above.has(id))) throw folderIntoItself();
  const found = await resolveTakenNames(trx, destination, { items: selected, decisions: input });
  const items = selected.filter(({ id }) => !found.skipped.has(id));
  const folders = items.filter(({ type }) => type === 'folder');
  await refuseTooDeep(
    trx,
    folders.map(({ id }) => ({ id, depth: destination.depth })),
  );
  const extent = await measureExtent(trx, items, limit);
  refuseRestricted(actor, extent);
  await quota.check(trx, extent.size);
  const old = await listSelected(trx, found.replaced, { lock: true });
  const trashed = { deleted_at: now, trashed_by: principalOf(actor) };
  return {
    parentId: destination.parentId,
    toName: target?.item.name ?? null,
    name: items[0]?.name ?? '',
    tops: items.map(({ id }) => ({
      of: id,
      id: createId(now),
      parent_id: destination.parentId,
      name: found.names.get(id),
    })),
    extent,
    // A file that another request has replaced at this moment is in the trash already.
    replaced: old
      .filter(({ deleted_at }) => deleted_at === null)
      .map((before) => ({ before, after: { ...stateOf(before), ...trashed } })),
  };
};

/** Writes the copies, the counts of their folders and the ledger. @returns the operation */
const applyCopy = async (
  guests: GuestAccess,
  planning: Planning,
  { plan, quota }: { plan: CopyPlan; quota: CopyQuota },
): Promise<string> => {
  const { trx, ownerId, now } = planning;
  const { tops, extent, replaced, name, toName } = plan;
  const operation = await recordOperation(guests, planning, {
    kind: 'copy',
    count: tops.length,
    name,
    to_name: toName,
  });
  const write = async (): Promise<void> => {
    // Names are released before they are taken.
    await writeItems(trx, replaced);
    const { containers, bytes } = await insertTree(trx, { tops, folders: extent.folders, now });
    const changed = [...tops.map(({ id }) => id), ...replaced.map(({ before }) => before.id)];
    await forPieces(changed, (piece) => insertCreatedItems(trx, operation, piece));
    await updateCounts(trx, ownerId, countsOf(ownerId, replaced));
    await updateCounts(trx, ownerId, containers);
    await quota.commit(trx, bytes);
  };
  const { folders, files } = extent.counts;
  await (folders + files > idsAtOnce ? withLargeWriteCache(trx, write) : write());
  return operation;
};

/**
 * Copies items with everything in them into a folder or to the top of the account: all or none, except those that are
 * skipped because of a conflict. A copy shares the bytes of its original, and counts like an upload. In the folder of
 * the original it gets a numbered name.
 *
 * @throws item.not_found, item.parent_is_file, item.name_taken, folder.into_itself, folder.too_deep,
 *   batch.too_large, upload.disabled, folder.disabled, storage.exceeded
 */
export const copyItems = async (deps: CopyDeps, actor: Actor, input: CopyBody): Promise<ChangeResult> => {
  const { events, guests, openCopyQuota } = deps;
  // Guests must not cost the owner other versions.
  const quota = await openCopyQuota(ownerOf(actor), { mayEvict: actor.kind !== 'guest' });
  const { plan, operation, ownerId } = await inTree(deps, actor, async (planning) => {
    // Uploads wait: what is counted stays what is copied, and the order of locks that of every insert.
    await lockTotals(planning.trx, planning.ownerId);
    const made = await planCopy(planning, quota, input);
    const written = made.tops.length === 0 ? null : await applyCopy(guests, planning, { plan: made, quota });
    return { plan: made, operation: written, ownerId: planning.ownerId };
  });
  const { parentId, tops, extent, replaced } = plan;
  const containers = operation === null ? [] : [parentId];
  if (operation !== null)
    events.publish(
      filesEvent({
        ownerId,
        origin: originOf(actor),
        containers,
        itemIds: idsIfFew(tops.map(({ id }) => id)),
        removedIds: idsIfFew(replaced.map(({ before }) => before.id)),
        trash: replaced.length > 0,
        tree: extent.counts.folders > 0,
        storage: true,
      }),
    );
  return { meta: { operation, count: tops.length, containers }, purged: false };
};
