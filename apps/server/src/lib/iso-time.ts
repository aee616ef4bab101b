const dayLength = 86_400_000;
/** Days whose dates are cached: items of a listing often share a few. */
const mostDays = 1_000;
const dates = new Map<number, string>();

const dateOf = (day: number): string => {
  const known = dates.get(day);
  if (known !== undefined) return known;
  const date = new Date(day * dayLength).toISOString().slice(0, -14);
  if (dates.size >= mostDays) dates.clear();
  dates.set(day, date);
  return date;
};

const two = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
const twoOf = (number: number): string => two[number] ?? '';

/**
 * A time as `Date.prototype.toISOString` writes it, in a quarter of the time: listings have two of each of a thousand items.
 *
 * @param at whole milliseconds since 1970
 * @throws RangeError beyond what a date can be
 */
export const isoTime = (at: number): string => {
  const day = Math.floor(at / dayLength);
  const date = dateOf(day);
  const rest = at - day * dayLength;
  const seconds = Math.floor(rest / 1000);
  const minutes = Math.floor(seconds / 60);
  const thousandths = String(rest - seconds * 1000).padStart(3, '0');
  return `${date}T${twoOf(Math.floor(minutes / 60))}:${twoOf(minutes % 60)}:${twoOf(seconds % 60)}.${thousandths}Z`;
};
