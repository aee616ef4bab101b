import { hasText, type Translate } from '#shared/i18n/messages.ts';

/** Returns the name of a kind of job; a kind that the page does not know is called by its own name. */
export const jobKindName = (t: Translate, kind: string): string => {
  const key = `jobs.kind.${kind}`;
  return hasText(key) ? t(key) : kind;
};
