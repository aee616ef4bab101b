import type { ShareActivityEntry } from '@holdall/contract/shares';
import { formatDay } from '#shared/lib/format-date.ts';

/** Actions of one visit that show as one entry: consecutive uploads, else a single action. */
export interface ActivityGroup {
  /** Id of its latest action. */
  readonly id: string;
  readonly entries: readonly ShareActivityEntry[];
  /** Actions that were not reverted, the latest first. */
  readonly revertible: readonly ShareActivityEntry[];
  /** Number of affected items. */
  readonly count: number;
}

/** Consecutive actions of one visit. */
export interface VisitActivity {
  readonly visit: number;
  readonly groups: readonly ActivityGroup[];
}

/** Actions of one day. */
export interface DayActivity {
  readonly day: string;
  readonly visits: readonly VisitActivity[];
}

/** Splits a list between neighbours that do not belong together. */
const runsOf = <Part>(parts: readonly Part[], together: (one: Part, next: Part) => boolean): Part[][] => {
  const runs: Part[][] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    const before = last?.at(-1);
    if (last && before !== undefined && together(before, part)) last.push(part);
    else runs.push([part]);
  }
  return runs;
};

const isRevertible = ({ attributes }: ShareActivityEntry): boolean => attributes.reverted_at === null;
const dayOf = ({ attributes }: ShareActivityEntry): string => formatDay(attributes.at);

/** Reports whether two uploads show as one entry; reverted ones are separate. */
const areOneUpload = (one: ShareActivityEntry, next: ShareActivityEntry): boolean =>
  one.attributes.kind === 'uploaded' &&
  next.attributes.kind === 'uploaded' &&
  isRevertible(one) === isRevertible(next);

const groupOf = (entries: readonly ShareActivityEntry[]): ActivityGroup => ({
  id: entries[0]?.id ?? '',
  entries,
  revertible: entries.filter(isRevertible),
  count: entries.reduce((sum, { attributes }) => sum + attributes.count, 0),
});

/** Groups actions by day and visit in their order: the latest first. */
export const groupActivityByDay = (entries: readonly ShareActivityEntry[]): DayActivity[] =>
  runsOf(entries, (one, next) => dayOf(one) === dayOf(next)).map((ofDay) => ({
    day: ofDay[0] ? dayOf(ofDay[0]) : '',
    visits: runsOf(ofDay, (one, next) => one.attributes.visit === next.attributes.visit).map((ofVisit) => ({
      visit: ofVisit[0]?.attributes.visit ?? 0,
      groups: runsOf(ofVisit, areOneUpload).map(groupOf),
    })),
  }));

/** Returns the current name of the item of a single action; undefined for several. */
export const itemNameOf = ({ revertible: [entry, another], count }: ActivityGroup): string | undefined => {
  if (!entry || another || count > 1) return undefined;
  const { kind, name, to } = entry.attributes;
  return kind === 'renamed' && to !== null ? to : name;
};
