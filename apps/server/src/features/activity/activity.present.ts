import type { ActivityEntry, ActivityPage } from '@holdall/contract/activity';
import type { ActivityRow } from '#db/tables/activity.ts';
import type { Fact, Log } from './activity.types.ts';

type PersonShown = ActivityEntry['attributes']['actor'];

const presentPerson = (id: string | null, people: Log['people']): PersonShown => {
  if (id === null) return null;
  const person = people.get(id);
  if (person === undefined) return { id, name: null, email: null };
  return { id, name: `${person.first_name} ${person.last_name}`.trim(), email: person.email };
};

const presentEntry = (row: ActivityRow, people: Log['people']): ActivityEntry => ({
  id: row.id,
  type: 'activity',
  attributes: {
    kind: row.kind,
    at: new Date(row.at).toISOString(),
    count: row.count,
    last_at: row.count === 1 || row.last_at === null ? null : new Date(row.last_at).toISOString(),
    actor: presentPerson(row.actor_id, people),
    user: presentPerson(row.user_id, people),
    address: row.address,
    user_agent: row.user_agent,
    details: JSON.parse(row.details) as Record<string, Fact>,
  },
});

/** Presents the log for administrators. */
export const presentLog = ({ entries, people, next }: Log): ActivityPage => ({
  data: entries.map((row) => presentEntry(row, people)),
  meta: { next: next ?? null },
});

/** True for actions by a link: its owner does not know who the guests are. */
const isOfGuests = (kind: string): boolean => /^(guest|share|file_request)\./.test(kind);

/**
 * Presents the log for the user whom it is about. It hides where an administrator or a guest was, and the e-mail of
 * an administrator.
 */
export const presentOwnLog = (log: Log, ownId: string): ActivityPage => {
  const { data, meta } = presentLog(log);
  const own = data.map((entry) => {
    const { actor, kind } = entry.attributes;
    if (actor === null ? !isOfGuests(kind) : actor.id === ownId) return entry;
    const attributes = {
      ...entry.attributes,
      actor: actor && { ...actor, email: null },
      address: null,
      user_agent: null,
    };
    return { ...entry, attributes };
  });
  return { data: own, meta };
};
