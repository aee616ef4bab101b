import { timeOfField } from '#shared/lib/field-time.ts';
import type { Values } from '#shared/lib/use-form.ts';
import type { FileRequestInput } from './requests.mutations.ts';

export const mostFiles = 100_000;

/** Parses a number of files; null means no limit; undefined means invalid. */
export const filesOf = (typed: string): number | null | undefined => {
  const text = typed.trim();
  if (text === '') return null;
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= mostFiles ? number : undefined;
};

/** Returns the terms that the fields of the form hold. */
export const inputOf = (values: Values, size: number | null): FileRequestInput => ({
  name: values('name').trim(),
  note: values('note').trim(),
  deadline: timeOfField(values('deadline')) ?? null,
  max_files: filesOf(values('max_files')) ?? null,
  max_size: size,
});
