import type { Values } from '#shared/lib/use-form.ts';
import type { Wish } from './requests.mutations.ts';

export const mostFiles = 100_000;

/** A time as the browser’s field has it: local, to the minute. */
export const fieldTime = (iso: string | null): string => {
  if (iso === null) return '';
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

/** A number of files as it was typed; null: no limit; undefined: it is no number of files. */
export const filesOf = (typed: string): number | null | undefined => {
  const text = typed.trim();
  if (text === '') return null;
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= mostFiles ? number : undefined;
};

/** A deadline as it was typed; null: none; undefined: it is no time. */
export const deadlineOf = (typed: string): string | null | undefined => {
  if (typed === '') return null;
  const time = new Date(typed).getTime();
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
};

/** What the fields of the form say. */
export const wishOf = (values: Values, size: number | null): Wish => ({
  name: values('name').trim(),
  note: values('note').trim(),
  deadline: deadlineOf(values('deadline')) ?? null,
  max_files: filesOf(values('max_files')) ?? null,
  max_size: size,
});
