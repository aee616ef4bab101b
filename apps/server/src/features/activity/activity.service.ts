import type { Db } from '#db/database.ts';
import type { UserActor } from '#lib/actor.ts';
import type { Clock } from '#ports/clock.ts';
import { createId, firstIdOf, timeOfId } from '#ports/ids.ts';
import type { ActivityGatherer } from './activity-gatherer.service.ts';
import {
  type ActivitySearch,
  gatherActivity,
  insertActivity,
  listActivity,
  listPeople,
  removeActivityBefore,
} from './activity.repo.ts';
import { kindsOf, rowOf, spanOf } from './activity.rules.ts';
import type { ActivityFilter, Log, NewActivity } from './activity.types.ts';

export interface ActivityService {
  /**
   * Records an event with the details that `factsOf` allows for its kind.
   *
   * @param on the transaction of the event, so that neither exists without the other
   */
  record(on: Db, entry: NewActivity): Promise<void>;
  /** Records an event outside a transaction. */
  note(entry: NewActivity): Promise<void>;
  /**
   * Records events that anybody can cause at will, a few seconds later. Events of one kind, one minute and one `by`
   * become one entry with a count, within a bound of entries per minute; a call costs no statement.
   *
   * @param by the key besides the kind
   */
  gather: ActivityGatherer['add'];
  /** Writes the buffered events. */
  flush(): Promise<void>;
  /** Writes the buffered events, and removes entries whose retention has ended. */
  sweep(): Promise<void>;
  /** Resolves when all buffered events are written. */
  settled(): Promise<void>;
  /** Lists the entries about the actor's own account, the latest first. */
  listOwn(actor: UserActor, filter: Pick<ActivityFilter, 'before' | 'limit' | 'group'>): Promise<Log>;
  /** Lists the entries of all users, the latest first; for administrators. */
  listAll(filter: ActivityFilter): Promise<Log>;
  /** Iterates over all that `listAll` finds, a page at a time. */
  pages(filter: Omit<ActivityFilter, 'before' | 'limit'>): AsyncIterable<Log>;
}

/** Milliseconds until buffered events are written. */
const flushAfter = 10_000;
const day = 86_400_000;
/** Entries that one statement removes, so that others can write in between. */
const batchSize = 1_000;
/** Entries of an export that are read at a time. */
const exportedAtOnce = 500;
/** The rest waits for the next sweep, minutes later. */
const batchesPerSweep = 50;

export interface ActivityDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly gatherer: ActivityGatherer;
  /** Days for which entries are kept. */
  readonly keptDays: () => Promise<number>;
  readonly onError: (error: unknown) => void;
}

/** The audit log of accounts and settings. Entries are immutable: the database refuses to change them. */
export const createActivityService = (deps: ActivityDeps): ActivityService => {
  const { db, clock, gatherer, keptDays, onError } = deps;
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const plan = (): void => {
    timer ??= setTimeout(() => void flush(), flushAfter).unref();
  };
  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const rows = gatherer.take();
    if (rows.length === 0) return;
    try {
      await gatherActivity(db, rows);
    } catch (error) {
      gatherer.restore(rows);
      plan();
      onError(error);
    }
  };
  const flush = (): Promise<void> => (writing = writing.then(write));

  const list = async (filter: ActivityFilter, whose: ActivitySearch['whose']): Promise<Log> => {
    await flush();
    const { start, end } = spanOf(filter);
    const ends = [filter.before, end === undefined ? undefined : firstIdOf(end)].filter(
      (bound) => bound !== undefined,
    );
    const found = await listActivity(db, {
      before: ends.toSorted()[0],
      since: start === undefined ? undefined : firstIdOf(start),
      limit: filter.limit + 1,
      kinds: kindsOf(filter),
      whose,
    });
    const entries = found.slice(0, filter.limit);
    const ids = new Set(
      entries.flatMap(({ actor_id: actor, user_id: user }) => [actor ?? [], user ?? []].flat()),
    );
    const people = ids.size === 0 ? [] : await listPeople(db, [...ids]);
    return {
      entries,
      people: new Map(people.map((person) => [person.id, person])),
      next: found.length > filter.limit ? entries.at(-1)?.id : undefined,
    };
  };

  const listAll: ActivityService['listAll'] = (filter) =>
    list(filter, filter.user === undefined ? undefined : { id: filter.user, as: ['user_id', 'actor_id'] });
  async function* pagesOf(filter: Omit<ActivityFilter, 'before' | 'limit'>): AsyncGenerator<Log, void> {
    let before: string | undefined;
    do {
      const page = await listAll({ ...filter, before, limit: exportedAtOnce });
      yield page;
      before = page.next;
    } while (before !== undefined);
  }

  const record: ActivityService['record'] = (on, entry) => {
    const id = createId(clock.now());
    // Ids define the order of the log: their times never go backwards, even if a clock does.
    return insertActivity(on, { id, at: timeOfId(id), ...rowOf(entry) });
  };

  return {
    record,
    note: (entry) => record(db, entry),
    gather: (entry, by) => {
      gatherer.add(entry, by);
      plan();
    },
    flush,
    sweep: async () => {
      // Includes events from before the database existed.
      await flush();
      const kept = firstIdOf(clock.now() - (await keptDays()) * day);
      for (let batch = 0; batch < batchesPerSweep; batch += 1)
        if ((await removeActivityBefore(db, kept, batchSize)) < batchSize) return;
    },
    settled: async () => {
      await flush();
      clearTimeout(timer);
    },
    listOwn: ({ id }, filter) => list(filter, { id, as: ['user_id'] }),
    listAll,
    pages: pagesOf,
  };
};
