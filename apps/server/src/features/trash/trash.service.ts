import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ChangeMeta, RemoveBody, RestoreBody } from '@holdall/contract/actions';
import type { FileActions, WithTreeLock } from '#features/files/index.ts';
import type { JobsService, NewJob } from '#features/jobs/index.ts';
import type { SettingsService } from '#features/settings/index.ts';
import { type GuestActor, originOf, type UserActor } from '#http/actor.ts';
import { filesEvent } from '#ports/events.ts';
import { collectBlobs, collectUnderPressure, type CollectorDeps } from './collector.task.ts';
import {
  clearTop,
  findOwnerOfOldTrash,
  hasItems,
  listOwnersOfPurged,
  markPurged,
  markTopPurged,
} from './purge.repo.ts';
import { createPurge, type PurgeDeps } from './purge.task.ts';

const day = 24 * 60 * 60 * 1000;
/** Entries that are marked by one statement. */
const markedAtOnce = 2_000;

export interface TrashDeps extends PurgeDeps, CollectorDeps {
  readonly settings: SettingsService;
  readonly actions: FileActions;
  readonly withTreeLock: WithTreeLock;
  readonly jobs: JobsService;
  /** Told of failures that no caller waits for. */
  readonly onError: (error: unknown) => void;
}

const jobKind = 'purge';
/** Twelve attempts take about two days. What is given up is asked for again by the next sweep. */
const maxAttempts = 12;
/** Of each account one at a time, on whatever node. */
const purgeJobOf = (ownerId: string): NewJob => ({
  kind: jobKind,
  payload: { ownerId },
  dedupeKey: ownerId,
  lane: ownerId,
});

export interface TrashService {
  /** As `FileActions.remove`; what was deleted for good goes in the background. */
  remove(actor: UserActor | GuestActor, input: RemoveBody): Promise<ChangeMeta>;
  /** As `FileActions.restore`. */
  restore(actor: UserActor, input: RestoreBody): Promise<ChangeMeta>;
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

interface EmptyTrashInput {
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
    await yieldToEventLoop();
  }
};

/** Marks a part of somebody's trash as deleted for good, all of it or nothing. @returns how many entries */
const emptyTrash = (withTreeLock: WithTreeLock, part: EmptyTrashInput): Promise<number> =>
  withTreeLock(part.ownerId, (trx) => markAll((limit) => markPurged(trx, { ...part, limit })));

/** Marks everything in an account as deleted for good. */
const emptyAccount = (withTreeLock: WithTreeLock, ownerId: string, now: number): Promise<void> =>
  withTreeLock(ownerId, async (trx) => {
    await markAll((limit) => markTopPurged(trx, { ownerId, now, limit }));
    await clearTop(trx, ownerId);
    await markAll((limit) => markPurged(trx, { ownerId, before: undefined, now, limit }));
  });

export const createTrashService = (deps: TrashDeps): TrashService => {
  const { db, clock, events, settings, actions, withTreeLock, jobs, onError } = deps;
  const purge = createPurge(deps);
  jobs.handle(jobKind, {
    maxAttempts,
    run: async (payload, { signal }) => {
      await purge((payload as { readonly ownerId: string }).ownerId, signal);
      // That the bytes stay for now is no failure of the purge: the next sweep goes on with them.
      await collectUnderPressure(deps).catch(onError);
    },
  });

  const resume = async (): Promise<void> => jobs.enqueue((await listOwnersOfPurged(db)).map(purgeJobOf));
  /** What is marked is gone for its owner already: that its job could not be added is mended by the next sweep. */
  const enqueuePurge = (ownerId: string): Promise<void> => jobs.enqueue([purgeJobOf(ownerId)]).catch(onError);

  const endRetention = async (): Promise<void> => {
    const now = clock.now();
    const before = now - (await settings.current()).trash_retention_days * day;
    for (;;) {
      const ownerId = await findOwnerOfOldTrash(db, before);
      if (ownerId === undefined) return;
      await emptyTrash(withTreeLock, { ownerId, before, now });
      events.publish(filesEvent({ ownerId, origin: undefined, trash: true, storage: true }));
    }
  };

  return {
    remove: async (actor, input) => {
      const { meta, purged } = await actions.remove(actor, input);
      // Guests delete nothing for good.
      if (purged && actor.kind === 'user') await enqueuePurge(actor.id);
      return meta;
    },
    restore: async (actor, input) => (await actions.restore(actor, input)).meta,
    empty: async (actor) => {
      const part = { ownerId: actor.id, before: undefined, now: clock.now() };
      const count = await emptyTrash(withTreeLock, part);
      if (count > 0) {
        await enqueuePurge(actor.id);
        events.publish(
          filesEvent({ ownerId: actor.id, origin: originOf(actor), trash: true, storage: true }),
        );
      }
      return { operation: null, count, containers: [] };
    },
    erase: async (ownerId, signal) => {
      while (await hasItems(db, ownerId)) {
        await emptyAccount(withTreeLock, ownerId, clock.now());
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
