import type { Db } from '#db/database.ts';
import type { UserActor } from '#http/actor.ts';
import type { Clock } from '#ports/clock.ts';
import { createId, firstIdOf, timeOfId } from '#ports/ids.ts';
import { type ActivitySearch, insertActivity, listActivity, listPeople } from './activity.repo.ts';
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
  /** What is about the actor's own account, the latest first. */
  listOwn(actor: UserActor, filter: Pick<ActivityFilter, 'before' | 'limit' | 'group'>): Promise<Log>;
  /** What everybody did, the latest first; for administrators. */
  listAll(filter: ActivityFilter): Promise<Log>;
}

/** The log of what happens to accounts and settings. It is only added to: the database refuses anything else. */
export const createActivityService = ({ db, clock }: { db: Db; clock: Clock }): ActivityService => {
  const list = async (filter: ActivityFilter, whose: ActivitySearch['whose']): Promise<Log> => {
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

  const record: ActivityService['record'] = (on, entry) => {
    const id = createId(clock.now());
    // The order of ids is the log's: its times never go backwards, even where a clock does.
    return insertActivity(on, { id, at: timeOfId(id), ...rowOf(entry) });
  };

  return {
    record,
    note: (entry) => record(db, entry),
    listOwn: ({ id }, filter) => list(filter, { id, as: ['user_id'] }),
    listAll: (filter) =>
      list(filter, filter.user === undefined ? undefined : { id: filter.user, as: ['user_id', 'actor_id'] }),
  };
};
