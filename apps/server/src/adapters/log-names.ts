const shape = /^holdall-(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)(\d{3})z\.log$/;

/** Whether a file of the folder of logs is one of ours. */
export const isLogName = (name: string): boolean => shape.test(name);

const timeOf = (name: string): number => {
  const [year = 0, month = 1, ...rest] = (shape.exec(name) ?? []).slice(1).map(Number);
  return Date.UTC(year, month - 1, ...rest);
};

/** The name of a log that begins now. Names are in the order of time, whatever the clock does. */
export const nextLogName = (last: string | undefined, now: number): string => {
  const at = last === undefined ? now : Math.max(now, timeOf(last) + 1);
  return `holdall-${new Date(at).toISOString().replaceAll(/[-:.]/g, '').toLowerCase()}.log`;
};
