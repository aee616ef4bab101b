import { downloadLimitMax } from '@holdall/contract/link-limits';

/** Parses a number of downloads; undefined where it is invalid. */
export const readLimit = (typed: string): number | undefined => {
  const text = typed.trim();
  if (!/^\d{1,7}$/.test(text)) return undefined;
  const number = Number(text);
  return number >= 1 && number <= downloadLimitMax ? number : undefined;
};
