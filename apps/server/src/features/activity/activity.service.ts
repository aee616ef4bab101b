import type { Db } from '#db/database.ts';
import type { UserActor } from '#http/actor.ts';
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
   * Writes down what happened. Of its details those are kept that `factsOf` names for the kind.
   *
   * @param on the transaction of what happened, so that there is neither without the other
   */
  record(on: Db, entry: NewActivity): Promise<void>;
  /** As `record`, where nothing else is written. */
  note(entry: NewActivity): Promise<void>;
  /**
   * Writes down, a few seconds later, what anybody can cause as often as they like: events of one kind, one minute and one
   * `by` are one entry with a count, and there is a bound to the entries of a minute. A call costs no statement.
   *
   * @param by whose it is, besides its kind
   */
  gather: ActivityGatherer['add'];
  /** Writes down what has been gathered. */
  flush(): Promise<void>;
  /** Writes down what has been gathered, and removes entries that have had their time. */
  sweep(): Promise<void>;
  /** Resolves when all that has been gathered is written down. */
  settled(): Promise<void>;
  /** What is about the actor's own account, the latest first. */
  listOwn(actor: UserActor, filter: Pick<ActivityFilter, 'before' | 'limit' | 'group'>): Promise<Log>;
  /** What everybody did, the latest first; for administrators. */
  listAll(filter: ActivityFilter): Promise<Log>;
  /** As `listAll`, all of it, a page at a time. */
  pages(filter: Omit<ActivityFilter, 'before' | 'limit'>): AsyncIterable<Log>;
}

/** Milliseconds after which gathered entries are written. */
const flushAfter = 10_000;
const day = 86_400_000;
/** Entries that one statement removes: others write meanwhile. */
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

/** The log of what happens to accounts and settings. Entries do not change: the database refuses it. */
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
    // The order of ids is the log's: its times never go backwards, even where a clock does.
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
      // Events from before the database existed wait here, too.
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
