import { setImmediate as turn } from 'node:timers/promises';
import type { ChangeMeta, RemoveBody, RestoreBody } from '@holdall/contract/actions';
import type { FileActions, HoldTree } from '#features/files/index.ts';
import type { JobsService, NewJob } from '#features/jobs/index.ts';
import type { SettingsService } from '#features/settings/index.ts';
import { type GuestActor, originOf, type UserActor } from '#http/actor.ts';
import { filesEvent } from '#ports/events.ts';
import { collectBlobs, collectEarly, type CollectorDeps } from './collector.service.ts';
import {
  clearTop,
  findOwnerOfOldTrash,
  hasItems,
  listOwnersOfPurged,
  markPurged,
  markTopPurged,
} from './purge.repo.ts';
import { createPurge, type PurgeDeps } from './purge.service.ts';

const day = 24 * 60 * 60 * 1000;
/** Entries that are marked by one statement. */
const markedAtOnce = 2_000;

export interface TrashDeps extends PurgeDeps, CollectorDeps {
  readonly settings: SettingsService;
  readonly actions: FileActions;
  readonly holdTree: HoldTree;
  readonly jobs: JobsService;
  /** Told of failures that no caller waits for. */
  readonly onError: (error: unknown) => void;
}

const jobKind = 'purge';
/** Twelve attempts take about two days. What is given up is asked for again by the next sweep. */
const maxAttempts = 12;
/** Of each account one at a time, on whatever node. */
const purgeOf = (ownerId: string): NewJob => ({
  kind: jobKind,
  payload: { ownerId },
  dedupeKey: ownerId,
  lane: ownerId,
});

export interface TrashService {
  /** As `FileActions.remove`; what was deleted for good goes in the background. */
  remove(actor: UserActor | GuestActor, wish: RemoveBody): Promise<ChangeMeta>;
  /** As `FileActions.restore`. */
  restore(actor: UserActor, wish: RestoreBody): Promise<ChangeMeta>;
  /** Deletes everything in the actor's trash for good. */
  empty(actor: UserActor): Promise<ChangeMeta>;
  /**
   * Deletes everything that an account holds for good, for one that goes itself: nobody else is kept waiting.
   *
   * @throws what the database throws, and the signal's reason; the next call goes on
   */
  erase(ownerId: string, signal: AbortSignal): Promise<void>;
  /** Deletes what has been in the trash for too long, and bytes that nothing refers to any more. */
  sweep(): Promise<void>;
  /** Sees to it that what was deleted for good goes; to be called at the start, for what a killed process has left. */
  resume(): Promise<void>;
}

interface Emptying {
  readonly ownerId: string;
  /** Milliseconds since 1970; undefined: everything. */
  readonly before: number | undefined;
  readonly now: number;
}

/** Marks entries, so many at once, until there are none left. @returns how many there were */
const markAll = async (mark: (limit: number) => Promise<number>): Promise<number> => {
  let count = 0;
  for (;;) {
    const marked = await mark(markedAtOnce);
    count += marked;
    if (marked < markedAtOnce) return count;
    await turn();
  }
};

/** Marks a part of somebody's trash as deleted for good, all of it or nothing. @returns how many entries */
const emptyTrash = (holdTree: HoldTree, part: Emptying): Promise<number> =>
  holdTree(part.ownerId, (trx) => markAll((limit) => markPurged(trx, { ...part, limit })));

/** Marks everything in an account as deleted for good. */
const emptyAccount = (holdTree: HoldTree, ownerId: string, now: number): Promise<void> =>
  holdTree(ownerId, async (trx) => {
    await markAll((limit) => markTopPurged(trx, { ownerId, now, limit }));
    await clearTop(trx, ownerId);
    await markAll((limit) => markPurged(trx, { ownerId, before: undefined, now, limit }));
  });

export const createTrashService = (deps: TrashDeps): TrashService => {
  const { db, clock, events, settings, actions, holdTree, jobs, onError } = deps;
  const purge = createPurge(deps);
  jobs.handle(jobKind, {
    maxAttempts,
    run: async (payload, { signal }) => {
      await purge((payload as { readonly ownerId: string }).ownerId, signal);
      // That the bytes stay for now is no failure of the purge: the next sweep goes on with them.
      await collectEarly(deps).catch(onError);
    },
  });

  const resume = async (): Promise<void> => jobs.enqueue((await listOwnersOfPurged(db)).map(purgeOf));
  /** What is marked is gone for its owner already: that its job could not be added is mended by the next sweep. */
  const purgeSoon = (ownerId: string): Promise<void> => jobs.enqueue([purgeOf(ownerId)]).catch(onError);

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
      // Guests delete nothing for good.
      if (purged && actor.kind === 'user') await purgeSoon(actor.id);
      return meta;
    },
    restore: async (actor, wish) => (await actions.restore(actor, wish)).meta,
    empty: async (actor) => {
      const part = { ownerId: actor.id, before: undefined, now: clock.now() };
      const count = await emptyTrash(holdTree, part);
      if (count > 0) {
        await purgeSoon(actor.id);
        events.publish(
          filesEvent({ ownerId: actor.id, origin: originOf(actor), trash: true, storage: true }),
        );
      }
      return { operation: null, count, containers: [] };
    },
    erase: async (ownerId, signal) => {
      while (await hasItems(db, ownerId)) {
        await emptyAccount(holdTree, ownerId, clock.now());
        await purge(ownerId, signal);
      }
    },
    resume,
    sweep: async () => {
      await endRetention();
      await resume();
      await collectBlobs(deps);
    },
  };
};
