import { activityKinds, type ActivityKind } from '@holdall/contract/activity-kinds';
import { redactEmail, redactName } from '#lib/redact.ts';
import { type ActivityFilter, type Fact, factsOf, type NewActivity } from './activity.types.ts';

const longest = { fact: 300, userAgent: 300, address: 100 } as const;

/** Characters that break a line, are invisible, or turn the direction of the text around them. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu;

/** Returns text as one harmless line. */
const lineOf = (text: string, most: number): string =>
  text.toWellFormed().replace(unprintable, '\uFFFD').slice(0, most).toWellFormed();

const namesSecret = (name: Fact | undefined): boolean =>
  typeof name === 'string' && /secret|password|token|private/i.test(name);

type Mask = (text: string) => string;
const masks: ReadonlyMap<Fact | undefined, Mask> = new Map([
  ['email', redactEmail],
  ['first_name', redactName],
  ['last_name', redactName],
]);
/** Returns how a fact that identifies a user is shortened; the entry outlives their account. */
const maskOf = ({ kind }: NewActivity, name: string, changed: Fact | undefined): Mask | undefined => {
  if (name === 'email' || kind === 'account.email_changed') return redactEmail;
  if (kind === 'user.deletion_begun' || kind === 'user.deleted') return redactName;
  return kind === 'user.changed' && name !== 'name' ? masks.get(changed) : undefined;
};

/** Returns the facts that are recorded: only those that the kind allows, shortened, without control characters. */
const keptFacts = (entry: NewActivity): Record<string, Fact> => {
  const { kind, details = {} } = entry;
  const given = new Map<string, Fact>(Object.entries(details));
  const isSecret = kind === 'settings.changed' && namesSecret(given.get('name'));
  const kept: Record<string, Fact> = {};
  for (const name of factsOf[kind]) {
    const fact = given.get(name);
    if (fact === undefined || (isSecret && (name === 'from' || name === 'to'))) continue;
    if (typeof fact !== 'string') kept[name] = fact;
    else {
      const mask = maskOf(entry, name, given.get('name'));
      kept[name] = lineOf(mask === undefined ? fact : mask(fact), longest.fact);
    }
  }
  return kept;
};

const lineOrNull = (text: string | null | undefined, most: number): string | null =>
  text === undefined || text === null || text === '' ? null : lineOf(text, most);

/** Returns the row of an entry. */
export const rowOf = (entry: NewActivity) => ({
  kind: entry.kind,
  actor_id: entry.actorId,
  user_id: entry.userId,
  address: lineOrNull(entry.address, longest.address),
  user_agent: lineOrNull(entry.userAgent, longest.userAgent),
  details: JSON.stringify(keptFacts(entry)),
});

/** Returns the kinds that match a filter; undefined means all. */
export const kindsOf = ({
  group,
  kind,
}: Pick<ActivityFilter, 'group' | 'kind'>): readonly ActivityKind[] | undefined => {
  const ofGroup: readonly ActivityKind[] | undefined = group === undefined ? undefined : activityKinds[group];
  if (kind === undefined) return ofGroup;
  return ofGroup === undefined || ofGroup.includes(kind) ? [kind] : [];
};

/** Returns the time range of a filter in milliseconds since 1970, without its end. */
export const spanOf = ({
  from,
  to,
}: Pick<ActivityFilter, 'from' | 'to'>): { readonly start?: number; readonly end?: number } => ({
  ...(from === undefined ? {} : { start: Date.parse(from) }),
  ...(to === undefined ? {} : { end: Date.parse(to) }),
});
