import { setImmediate as turn } from 'node:timers/promises';
import type { ChangeMeta, RemoveBody, RestoreBody } from '@holdall/contract/actions';
import type { FileActions, HoldTree } from '#features/files/index.ts';
import type { SettingsService } from '#features/settings/index.ts';
import { originOf, type UserActor } from '#http/actor.ts';
import { filesEvent } from '#ports/events.ts';
import { collectBlobs, type CollectorDeps } from './collector.service.ts';
import { findOwnerOfOldTrash, markPurged } from './purge.repo.ts';
import { createPurger, type PurgeDeps } from './purge.service.ts';

const day = 24 * 60 * 60 * 1000;
/** Entries that are marked by one statement. */
const markedAtOnce = 2_000;

export interface TrashDeps extends PurgeDeps, CollectorDeps {
  readonly settings: SettingsService;
  readonly actions: FileActions;
  readonly holdTree: HoldTree;
}

export interface TrashService {
  /** As `FileActions.remove`; what was deleted for good goes in the background. */
  remove(actor: UserActor, wish: RemoveBody): Promise<ChangeMeta>;
  /** As `FileActions.restore`. */
  restore(actor: UserActor, wish: RestoreBody): Promise<ChangeMeta>;
  /** Deletes everything in the actor's trash for good. */
  empty(actor: UserActor): Promise<ChangeMeta>;
  /** Goes on with what an earlier run has left to delete; to be called once at the start. */
  resume(): void;
  /** Deletes what has been in the trash for too long, and bytes that nothing refers to any more. */
  sweep(): Promise<void>;
  /** Resolves when everything that was deleted for good is gone from the database. */
  purged(): Promise<void>;
  /** Ends the work in the background after its present step. */
  stop(): Promise<void>;
}

interface Emptying {
  readonly ownerId: string;
  /** Milliseconds since 1970; undefined: everything. */
  readonly before: number | undefined;
  readonly now: number;
}

/** Marks a part of somebody's trash as deleted for good, all of it or nothing. @returns how many entries */
const emptyTrash = (holdTree: HoldTree, part: Emptying): Promise<number> =>
  holdTree(part.ownerId, async (trx) => {
    let count = 0;
    for (;;) {
      const marked = await markPurged(trx, { ...part, limit: markedAtOnce });
      count += marked;
      if (marked < markedAtOnce) return count;
      await turn();
    }
  });

export const createTrashService = (deps: TrashDeps): TrashService => {
  const { db, clock, events, settings, actions, holdTree } = deps;
  const purger = createPurger(deps);

  const endRetention = async (): Promise<void> => {
    const now = clock.now();
    const before = now - (await settings.current()).trash_retention_days * day;
    for (;;) {
      const ownerId = await findOwnerOfOldTrash(db, before);
      if (ownerId === undefined) return;
      await emptyTrash(holdTree, { ownerId, before, now });
      events.publish(filesEvent({ ownerId, origin: undefined, trash: true, storage: true }));
    }
  };

  return {
    remove: async (actor, wish) => {
      const { meta, purged } = await actions.remove(actor, wish);
      if (purged) purger.nudge();
      return meta;
    },
    restore: async (actor, wish) => (await actions.restore(actor, wish)).meta,
    empty: async (actor) => {
      const part = { ownerId: actor.id, before: undefined, now: clock.now() };
      const count = await emptyTrash(holdTree, part);
      if (count > 0) {
        purger.nudge();
        events.publish(
          filesEvent({ ownerId: actor.id, origin: originOf(actor), trash: true, storage: true }),
        );
      }
      return { operation: null, count, containers: [] };
    },
    resume: () => purger.nudge(),
    sweep: async () => {
      await endRetention();
      await purger.finish();
      await collectBlobs(deps);
    },
    purged: () => purger.finish(),
    stop: () => purger.stop(),
  };
};
