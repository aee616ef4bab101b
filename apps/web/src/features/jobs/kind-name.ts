import type { Job } from '@holdall/contract/admin-server';
import { hasText, text } from '#shared/i18n/messages.ts';

/** What a kind of job is called; kinds that the page does not know by their own name. */
export const kindName = (kind: string): string => {
  const key = `jobs.kind.${kind}`;
  return hasText(key) ? text(key) : kind;
};

/** Which mail a job sends, and to whom. */
export const mailName = ({ template, to }: NonNullable<Job['attributes']['mail']>): string => {
  const key = `jobs.mail.${template}`;
  return hasText(key) ? text(key, { to }) : to;
};
