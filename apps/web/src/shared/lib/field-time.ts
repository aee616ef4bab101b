/** Formats a time for the browser’s field of a date and time: local, to the minute. */
export const fieldTime = (iso: string | null): string => {
  if (iso === null) return '';
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

/** Parses the browser’s field of a date and time; null means empty; undefined means invalid. */
export const timeOfField = (typed: string): string | null | undefined => {
  if (typed === '') return null;
  const time = new Date(typed).getTime();
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
};
