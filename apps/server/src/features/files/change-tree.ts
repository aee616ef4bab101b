import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Category } from '@holdall/contract/files';
import type { Db, Trx } from '#db/database.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { forPieces, idsAtOnce } from '#db/item-set.ts';
import { withLargeWriteCache } from '#db/large-write-cache.ts';
import { type Actor, originOf } from '#lib/actor.ts';
import { nameColumns } from '#lib/name-columns.ts';
import { sortCooperatively } from '#lib/concurrency/sort-cooperatively.ts';
import type { GuestAccess } from '#features/links/index.ts';
import type { Clock } from '#ports/clock.ts';
import { type Events, filesEvent } from '#ports/events.ts';
import { type ItemUpdate, updateCounts, updateItems } from './changes.repo.ts';
import {
  aspectsOf,
  containersOf,
  countsOf,
  eventDetailsOf,
  summaryOf,
  writeOrderOf,
} from './changes.rules.ts';
import type { Aspect, ChangeResult, ItemChange, Plan } from './changes.types.ts';
import { namesTaken } from './files.errors.ts';
import type { WithTreeLock } from './tree-lock.ts';
import { insertOperationItems } from './ledger.repo.ts';
import { recordOperation } from './ledger.ts';
import { ownerOf } from './item-tree.ts';
import type { ReleasedBytes } from './content-change.ts';
import { restoreContent } from './restore-content.ts';

export interface TreeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: Events;
  readonly withTreeLock: WithTreeLock;
  readonly guests: GuestAccess;
  /**
   * Counts a content that is there twice now, last in the transaction. It has room in any case: what an undo brings back
   * was there before.
   */
  readonly addUsage: (trx: Trx, ownerId: string, added: ReleasedBytes) => Promise<void>;
}

/** The context of a planner: the owner's tree is locked. */
export interface Planning {
  readonly trx: Trx;
  readonly actor: Actor;
  readonly ownerId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The columns of an unchanged name, which are not written. */
const unnamed = { sort_key: '', search_key: '' };

/** Changes of the same aspects with the same write order. */
interface Group {
  readonly order: number;
  readonly aspects: Aspect[];
  readonly changes: ItemChange[];
}

/** Tells whether a change changes anything. */
const isEffective = (change: ItemChange): boolean =>
  aspectsOf(change).length > 0 || change.formerBlob !== undefined;

const groupsOf = (changes: readonly ItemChange[]): Group[] => {
  const groups = new Map<string, Group>();
  for (const change of changes) {
    const [order, aspects] = [writeOrderOf(change), aspectsOf(change)];
    if (aspects.length === 0) continue;
    const key = `${order} ${aspects.join(' ')}`;
    const group = groups.get(key) ?? { order, aspects, changes: [] };
    group.changes.push(change);
    groups.set(key, group);
  }
  return [...groups.values()].toSorted((one, other) => one.order - other.order);
};

/**
 * Items that one statement changes: SQLite keeps a second copy of every page that it touches until the
 * statement ends.
 */
const itemsPerStatement = 500;

/** Writes the changes of items, those that release names first. */
export const writeItems = async (trx: Trx, changes: readonly ItemChange[]): Promise<void> => {
  for (const { aspects, changes: alike } of groupsOf(changes)) {
    const updateOf = ({ before, after }: ItemChange): ItemUpdate => ({
      ...after,
      id: before.id,
      ...(aspects.includes('name') ? nameColumns(after.name) : unnamed),
    });
    // The updates are built piece by piece, because there may be very many.
    await forPieces(alike, (piece) => updateItems(trx, piece.map(updateOf), aspects), itemsPerStatement);
  }
};

/** Contents that come back before other requests are served. */
const contentsAtOnce = 50;

const applyPlan = async (
  { guests, addUsage }: Pick<TreeDeps, 'guests' | 'addUsage'>,
  planning: Planning,
  plan: Plan,
): Promise<string | null> => {
  const { trx, ownerId } = planning;
  const { changes } = plan;
  const write = async (): Promise<string | null> => {
    const operation = await record(guests, planning, plan);
    await writeItems(trx, changes);
    await updateCounts(trx, ownerId, countsOf(ownerId, changes));
    const added = new Map<Category, number>();
    // Most changes overwrite nothing, and there may be very many of them.
    const overwritten = changes.filter(({ formerBlob }) => formerBlob !== undefined);
    for (const [index, change] of overwritten.entries()) {
      if (index % contentsAtOnce === contentsAtOnce - 1) await yieldToEventLoop();
      const bytes = await restoreContent(planning, change);
      if (bytes !== undefined) added.set(bytes.category, (added.get(bytes.category) ?? 0) + bytes.size);
    }
    // One statement a category, however many files there are.
    for (const [category, size] of added) await addUsage(trx, ownerId, { category, size });
    return operation;
  };
  return changes.length > idsAtOnce ? withLargeWriteCache(trx, write) : write();
};

/**
 * Writes the changes that can be undone to the ledger. It reads the items' current state, so it precedes the
 * updates.
 */
const record = async (guests: GuestAccess, planning: Planning, plan: Plan): Promise<string | null> => {
  const undoable = plan.changes.filter(({ after }) => after.purged_at === null);
  if (plan.kind === undefined || undoable.length === 0) return null;
  const summary = summaryOf({ ...plan, changes: undoable });
  const id = await recordOperation(guests, planning, { kind: plan.kind, ...summary });
  await forPieces(undoable, (piece) => insertOperationItems(planning.trx, id, piece));
  return id;
};

/** Sorts by id. Ids increase with time, as rows and most indexes do, so that neighbours are written together. */
const byAge = ({ before: one }: ItemChange, { before: other }: ItemChange): number =>
  one.id < other.id ? -1 : 1;

/** The most attempts when uploads take names at the same moment. */
const attempts = 5;

/**
 * Runs a change in one transaction that holds the lock of the owner's tree. It runs again after a conflict about
 * names with another transaction, so it must change nothing but the database.
 */
export const inTree = async <T>(
  { clock, withTreeLock, guests }: Pick<TreeDeps, 'clock' | 'withTreeLock' | 'guests'>,
  actor: Actor,
  work: (planning: Planning) => Promise<T>,
): Promise<T> => {
  const ownerId = ownerOf(actor);
  const attempt = () =>
    withTreeLock(ownerId, async (trx) => {
      const renewed = await guests.revalidate(trx, actor);
      return work({ trx, actor: renewed, ownerId, now: clock.now() });
    });
  for (let left = attempts; ; left -= 1) {
    try {
      // Each attempt depends on the failure of the one before.
      return await attempt();
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      if (left <= 1) throw namesTaken([]);
    }
  }
};

/**
 * Makes a plan and applies it in one transaction that holds the lock of the owner's tree, then emits the
 * event.
 *
 * @param plan is called again after a conflict with another transaction, and must not change rows that its
 *   plan names
 */
export const changeTree = async (
  deps: TreeDeps,
  actor: Actor,
  plan: (planning: Planning) => Promise<Plan>,
): Promise<ChangeResult> => {
  const { done, operation } = await inTree(deps, actor, async (planning) => {
    const made = await plan(planning);
    const effective = made.changes.filter(isEffective);
    const planned = { ...made, changes: await sortCooperatively(effective, byAge) };
    return { done: planned, operation: await applyPlan(deps, planning, planned) };
  });
  const { changes, count } = done;
  if (changes.length > 0)
    deps.events.publish(
      filesEvent({ ownerId: ownerOf(actor), origin: originOf(actor), ...eventDetailsOf(done) }),
    );
  return {
    meta: { operation, count, containers: containersOf(changes) },
    purged: changes.some(({ after }) => after.purged_at !== null),
  };
};
