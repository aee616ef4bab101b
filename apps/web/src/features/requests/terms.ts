import type { Values } from '#shared/lib/use-form.ts';
import type { FileRequestInput } from './requests.mutations.ts';

export const mostFiles = 100_000;

/** Formats a time for the browser’s field: local, to the minute. */
export const fieldTime = (iso: string | null): string => {
  if (iso === null) return '';
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

/** Parses a number of files; null means no limit; undefined means invalid. */
export const filesOf = (typed: string): number | null | undefined => {
  const text = typed.trim();
  if (text === '') return null;
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= mostFiles ? number : undefined;
};

/** Parses a deadline; null means none; undefined means invalid. */
export const deadlineOf = (typed: string): string | null | undefined => {
  if (typed === '') return null;
  const time = new Date(typed).getTime();
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
};

/** Returns the terms that the fields of the form hold. */
export const inputOf = (values: Values, size: number | null): FileRequestInput => ({
  name: values('name').trim(),
  note: values('note').trim(),
  deadline: deadlineOf(values('deadline')) ?? null,
  max_files: filesOf(values('max_files')) ?? null,
  max_size: size,
});
