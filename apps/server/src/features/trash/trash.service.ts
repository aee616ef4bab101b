import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ChangeMeta, RemoveBody, RestoreBody } from '@holdall/contract/actions';
import type { Trx } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';
import type { FileActions, WithTreeLock } from '#features/files/index.ts';
import type { JobsService, NewJob } from '#features/jobs/index.ts';
import type { SettingsService } from '#features/settings/index.ts';
import { type GuestActor, originOf, type UserActor } from '#lib/actor.ts';
import { filesEvent } from '#ports/events.ts';
import { collectBlobs, collectUnderPressure, type CollectorDeps } from './collector.task.ts';
import {
  discardHidden,
  findNewestEntry,
  findOwnerOfOldTrash,
  hasItems,
  listOwnersOfPurged,
  markPurged,
  markTopPurged,
  subtractFromTop,
} from './purge.repo.ts';
import { createPurge, type PurgeDeps } from './purge.task.ts';

const day = 24 * 60 * 60 * 1000;
/** Entries that one statement marks. */
const entriesPerStatement = 1_000;

export interface TrashDeps extends PurgeDeps, CollectorDeps {
  readonly settings: SettingsService;
  readonly actions: FileActions;
  readonly withTreeLock: WithTreeLock;
  readonly jobs: JobsService;
  /** Called with failures of background work. */
  readonly onError: (error: unknown) => void;
}

const jobKind = 'purge';
/** Twelve attempts take about two days. The next sweep enqueues a purge that gave up again. */
const maxAttempts = 12;
/** One job an account among all servers. */
const purgeJobOf = (ownerId: string): NewJob => ({
  kind: jobKind,
  payload: { ownerId },
  dedupeKey: ownerId,
  lane: ownerId,
});

export interface TrashService {
  /** Removes items like `FileActions.remove`; permanently deleted ones are purged in the background. */
  remove(actor: UserActor | GuestActor, input: RemoveBody): Promise<ChangeMeta>;
  /** Restores items like `FileActions.restore`. */
  restore(actor: UserActor, input: RestoreBody): Promise<ChangeMeta>;
  /** Permanently deletes everything in the actor's trash. */
  empty(actor: UserActor): Promise<ChangeMeta>;
  /**
   * Permanently deletes everything in an account that is being deleted, without blocking other accounts.
   *
   * @throws what the database throws, and the signal's reason; the next call continues
   */
  erase(ownerId: string, signal: AbortSignal): Promise<void>;
  /** Deletes items that have been in the trash for too long, and bytes that nothing refers to any more. */
  sweep(): Promise<void>;
  /**
   * Enqueues purges of permanently deleted items that a killed process has left, also of copies that it had not
   * finished; called at the start.
   */
  resume(): Promise<void>;
  /** Purges an account's permanently deleted items in the background. */
  purgeSoon(ownerId: string): Promise<void>;
}

interface EmptyTrashInput {
  readonly ownerId: string;
  /** Milliseconds since 1970; undefined: everything. */
  readonly before: number | undefined;
  readonly now: number;
}

/** Marks entries in batches until none is left. @returns how many there were */
const markAll = async (mark: (limit: number) => Promise<number>): Promise<number> => {
  let count = 0;
  for (;;) {
    const marked = await mark(entriesPerStatement);
    count += marked;
    if (marked < entriesPerStatement) return count;
    await yieldToEventLoop();
  }
};

/** Runs the batches of a change: on SQLite each in a transaction of its own, since others write only in between. */
const inBatches = (
  { db, withTreeLock }: Pick<TrashDeps, 'db' | 'withTreeLock'>,
  ownerId: string,
  mark: (trx: Trx, limit: number) => Promise<number>,
): Promise<number> =>
  isPostgres(db)
    ? withTreeLock(ownerId, (trx) => markAll((limit) => mark(trx, limit)))
    : markAll((limit) => withTreeLock(ownerId, (trx) => mark(trx, limit)));

/**
 * Marks a part of an owner's trash as permanently deleted, and nothing that comes into it meanwhile. After a failure
 * the next call continues.
 *
 * @returns how many entries
 */
const emptyTrash = async (
  deps: Pick<TrashDeps, 'db' | 'withTreeLock'>,
  { ownerId, before, now }: EmptyTrashInput,
): Promise<number> => {
  const newest = isPostgres(deps.db) ? Infinity : await findNewestEntry(deps.db, ownerId);
  const until = Math.min(before ?? Infinity, newest + 1);
  const part = { ownerId, before: Number.isFinite(until) ? until : undefined, now };
  return inBatches(deps, ownerId, (trx, limit) => markPurged(trx, { ...part, limit }));
};

/** Marks everything in an account as permanently deleted. */
const emptyAccount = async (
  deps: Pick<TrashDeps, 'db' | 'withTreeLock'>,
  ownerId: string,
  now: number,
): Promise<void> => {
  await inBatches(deps, ownerId, async (trx, limit) => {
    const marked = await markTopPurged(trx, { ownerId, now, limit });
    await subtractFromTop(trx, ownerId, marked);
    return marked.items;
  });
  await inBatches(deps, ownerId, (trx, limit) => markPurged(trx, { ownerId, before: undefined, now, limit }));
};

export const createTrashService = (deps: TrashDeps): TrashService => {
  const { db, clock, events, settings, actions, jobs, onError } = deps;
  const purge = createPurge(deps);
  jobs.handle(jobKind, {
    maxAttempts,
    run: async (payload, { signal }) => {
      await purge((payload as { readonly ownerId: string }).ownerId, signal);
      // Bytes that stay for now are no failure of the purge: the next sweep continues with them.
      await collectUnderPressure(deps).catch(onError);
    },
  });

  const enqueueAll = async (): Promise<void> =>
    jobs.enqueue((await listOwnersOfPurged(db, clock.now())).map(purgeJobOf));
  /** Marked items have vanished for their owner already, and the next sweep adds a missing job. */
  const enqueuePurge = (ownerId: string): Promise<void> => jobs.enqueue([purgeJobOf(ownerId)]).catch(onError);

  const endRetention = async (): Promise<void> => {
    const now = clock.now();
    const before = now - (await settings.current()).trash_retention_days * day;
    for (;;) {
      const ownerId = await findOwnerOfOldTrash(db, before);
      if (ownerId === undefined) return;
      await emptyTrash(deps, { ownerId, before, now });
      events.publish(filesEvent({ ownerId, origin: undefined, trash: true, storage: true }));
    }
  };

  return {
    remove: async (actor, input) => {
      const { meta, purged } = await actions.remove(actor, input);
      // Guests delete nothing permanently.
      if (purged && actor.kind === 'user') await enqueuePurge(actor.id);
      return meta;
    },
    restore: async (actor, input) => (await actions.restore(actor, input)).meta,
    empty: async (actor) => {
      const part = { ownerId: actor.id, before: undefined, now: clock.now() };
      const count = await emptyTrash(deps, part);
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
        await emptyAccount(deps, ownerId, clock.now());
        await discardHidden(db, clock.now(), ownerId);
        await purge(ownerId, signal);
      }
    },
    resume: async () => {
      await discardHidden(db, clock.now());
      await enqueueAll();
    },
    purgeSoon: enqueuePurge,
    sweep: async () => {
      await endRetention();
      await enqueueAll();
      await collectBlobs(deps);
    },
  };
};
