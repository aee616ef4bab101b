import { hasText, type Translate } from '#shared/i18n/messages.ts';

/** What a kind of job is called; kinds that the page does not know by their own name. */
export const jobKindName = (t: Translate, kind: string): string => {
  const key = `jobs.kind.${kind}`;
  return hasText(key) ? t(key) : kind;
};
