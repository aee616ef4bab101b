import { formatDay } from '#shared/lib/format-date.ts';
import type { DrawnEntry } from './drawn-entries.ts';

/** Entries of one day, in their order. */
export interface DayGroup {
  /** For example `Yesterday`. */
  readonly day: string;
  readonly entries: readonly DrawnEntry[];
}

/** Returns the index at which each row begins when every day begins a row of its own. */
export const rowStartsOf = (groups: readonly DayGroup[], columns: number): number[] =>
  groups.flatMap(({ entries }) =>
    entries.filter((_entry, at) => at % columns === 0).map(({ index }) => index),
  );

/** Groups entries by the day of their arrival; loading entries belong to the day before them. */
export const dayGroups = (entries: readonly DrawnEntry[], now = new Date()): DayGroup[] => {
  const groups: { day: string; entries: DrawnEntry[] }[] = [];
  for (const drawn of entries) {
    const last = groups.at(-1);
    const day = drawn.entry ? formatDay(drawn.entry.attributes.created_at, now) : (last?.day ?? '');
    if (last?.day === day) last.entries.push(drawn);
    else groups.push({ day, entries: [drawn] });
  }
  return groups;
};
