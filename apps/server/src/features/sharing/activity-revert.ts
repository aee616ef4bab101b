import type { Db } from '#db/database.ts';
import type { ShareRow } from '#db/tables/links.ts';
import type { NewActivity } from '#features/activity/index.ts';
import type { FileActions } from '#features/files/index.ts';
import type { UserActor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import { findEntry, findSharedName, listActivity } from './share-activity.repo.ts';
import type { GuestOperation, Reverted } from './share-activity.types.ts';

/** Entries that one call reverts, and milliseconds that it may take, so that a proxy does not time out. */
const entriesAtOnce = 200;
const revertFor = 10_000;

export interface RevertRequest {
  /** Only this entry. */
  readonly entry?: string | undefined;
  /** Entries older than this one; undefined means all. */
  readonly before?: string | undefined;
}

export interface RevertDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly actions: Pick<FileActions, 'undoGuestChange'>;
  readonly record: (on: Db, entry: NewActivity) => Promise<void>;
}

/** Errors which show that an item has changed since the guest's change. */
const changedSince = new Set([
  'operation.not_found',
  'operation.stale',
  'item.name_taken',
  'folder.too_deep',
]);

/** Reverts guests' changes through a link. */
export interface ActivityRevert {
  /** @throws share_activity.not_found */
  revert(actor: UserActor, share: ShareRow, request: RevertRequest): Promise<Reverted>;
}

export const createActivityRevert = ({ db, clock, actions, record }: RevertDeps): ActivityRevert => {
  /** @returns undefined if a concurrent call has reverted it */
  const revertOne = async (
    actor: UserActor,
    entry: GuestOperation,
  ): Promise<'reverted' | 'kept' | undefined> => {
    try {
      await actions.undoGuestChange(actor, entry.id);
      return 'reverted';
    } catch (error) {
      if (!(error instanceof AppError) || !changedSince.has(error.code)) throw error;
      const now = await findEntry(db, entry.share_id, entry.id);
      return now?.reverted_at === null ? 'kept' : undefined;
    }
  };

  const listRevertible = async (
    shareId: string,
    { entry: id, before }: RevertRequest,
  ): Promise<GuestOperation[]> => {
    if (id === undefined)
      return listActivity(db, { shareId, before, limit: entriesAtOnce + 1, revertible: true });
    const entry = await findEntry(db, shareId, id);
    if (entry === undefined) throw new AppError('share_activity.not_found');
    return entry.reverted_at === null ? [entry] : [];
  };

  return {
    revert: async (actor, share, request) => {
      const entries = await listRevertible(share.id, request);
      const end = clock.now() + revertFor;
      const sum = { reverted: 0, kept: 0 };
      let done = 0;
      try {
        // In order, because entries depend on each other: a folder is empty once its later content is gone.
        for (const entry of entries) {
          if (done >= entriesAtOnce || clock.now() > end) break;
          const what = await revertOne(actor, entry);
          if (what !== undefined) sum[what] += 1;
          done += 1;
        }
      } finally {
        if (sum.reverted > 0) {
          const name = (await findSharedName(db, share.item_id)) ?? null;
          const details = { name, count: sum.reverted };
          await record(db, { kind: 'share.reverted', actorId: actor.id, userId: actor.id, details });
        }
      }
      return { ...sum, next: done < entries.length ? (entries[done - 1]?.id ?? null) : null };
    },
  };
};
