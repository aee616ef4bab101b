import type { ShareActivityEntry } from '@holdall/contract/shares';
import { formatDay } from '#shared/lib/format-date.ts';

/** Actions of one visit that are told as one: files that came one after the other, else a single deed. */
export interface DeedGroup {
  /** The id of its latest deed. */
  readonly id: string;
  readonly deeds: readonly ShareActivityEntry[];
  /** Those that were not taken back, the latest first. */
  readonly standing: readonly ShareActivityEntry[];
  /** Items that it was done to. */
  readonly count: number;
}

/** What was done in one visit, without another one between. */
export interface VisitDeeds {
  readonly visit: number;
  readonly groups: readonly DeedGroup[];
}

/** What was done on one day. */
export interface DayDeeds {
  readonly day: string;
  readonly visits: readonly VisitDeeds[];
}

/** Splits a list where two neighbours do not belong together. */
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

const isStanding = ({ attributes }: ShareActivityEntry): boolean => attributes.reverted_at === null;
const dayOf = ({ attributes }: ShareActivityEntry): string => formatDay(attributes.at);

/** Files that came one after the other; what was taken back of them stands by itself. */
const areOneUpload = (one: ShareActivityEntry, next: ShareActivityEntry): boolean =>
  one.attributes.kind === 'uploaded' &&
  next.attributes.kind === 'uploaded' &&
  isStanding(one) === isStanding(next);

const groupOf = (deeds: readonly ShareActivityEntry[]): DeedGroup => ({
  id: deeds[0]?.id ?? '',
  deeds,
  standing: deeds.filter(isStanding),
  count: deeds.reduce((sum, { attributes }) => sum + attributes.count, 0),
});

/** Actions by day and visit, in the order in which they come: the latest first. */
export const deedsByDay = (deeds: readonly ShareActivityEntry[]): DayDeeds[] =>
  runsOf(deeds, (one, next) => dayOf(one) === dayOf(next)).map((ofDay) => ({
    day: ofDay[0] ? dayOf(ofDay[0]) : '',
    visits: runsOf(ofDay, (one, next) => one.attributes.visit === next.attributes.visit).map((ofVisit) => ({
      visit: ofVisit[0]?.attributes.visit ?? 0,
      groups: runsOf(ofVisit, areOneUpload).map(groupOf),
    })),
  }));

/** What it is called now that a single deed was done to; undefined where there are several. */
export const nameOf = ({ standing: [deed, another], count }: DeedGroup): string | undefined => {
  if (!deed || another || count > 1) return undefined;
  const { kind, name, to } = deed.attributes;
  return kind === 'renamed' && to !== null ? to : name;
};
