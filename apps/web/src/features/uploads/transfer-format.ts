const steps = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** `14.2 MB/s`, in the language's own way; decimal units, as sizes are shown. */
export function formatSpeed(bytesPerSecond: number, locale: string): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(1, bytesPerSecond)) / 3), steps.length - 1);
  const value = bytesPerSecond / 1000 ** step;
  const unit = `${steps[step] ?? 'byte'}-per-second`;
  const digits = step > 0 && value < 100 ? 1 : 0;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: digits }).format(value);
}

const inUnit = (value: number, unit: 'second' | 'minute' | 'hour', locale: string): string =>
  new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 0,
  }).format(value);

/** What is left, in one or two units: `18 sec`, `3 min`, `1 hr 20 min`. */
export function formatTimeLeft(seconds: number, locale: string): string {
  if (seconds < 60) return inUnit(Math.max(1, Math.ceil(seconds)), 'second', locale);
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return inUnit(minutes, 'minute', locale);
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const whole = inUnit(hours, 'hour', locale);
  return hours >= 10 || rest === 0 ? whole : `${whole} ${inUnit(rest, 'minute', locale)}`;
}
