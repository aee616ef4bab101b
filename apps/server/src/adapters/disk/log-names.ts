const shape = /^holdall-(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)(\d{3})z\.log$/;

/** Tells whether a file in the log folder is one of our logs. */
export const isLogName = (name: string): boolean => shape.test(name);

const timeOf = (name: string): number => {
  const [year = 0, month = 1, ...rest] = (shape.exec(name) ?? []).slice(1).map(Number);
  return Date.UTC(year, month - 1, ...rest);
};

/** Returns the name of a log that begins now. Names sort by time, even when the clock is set back. */
export const nextLogName = (last: string | undefined, now: number): string => {
  const at = last === undefined ? now : Math.max(now, timeOf(last) + 1);
  return `holdall-${new Date(at).toISOString().replaceAll(/[-:.]/g, '').toLowerCase()}.log`;
};
