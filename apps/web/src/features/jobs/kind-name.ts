import { hasText, text } from '#shared/i18n/messages.ts';

/** What a kind of job is called; kinds that the page does not know by their own name. */
export const kindName = (kind: string): string => {
  const key = `jobs.kind.${kind}`;
  return hasText(key) ? text(key) : kind;
};
