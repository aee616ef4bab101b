const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Bytes for people, in decimal units with at most one decimal: `5 GB`, `1.5 MB`, `900 B`. */
export const formatBytes = (bytes: number): string => {
  let value = bytes;
  let unit = 0;
  // 999.95 would be shown as 1000.
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : Number(value.toFixed(1))} ${units[unit]}`;
};
