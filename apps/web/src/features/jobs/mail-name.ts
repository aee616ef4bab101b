import type { Job } from '@holdall/contract/admin-server';
import { hasText, text } from '#shared/i18n/messages.ts';

/** Names the mail that a job sends, and its recipient. */
export const mailName = ({ template, to }: NonNullable<Job['attributes']['mail']>): string => {
  const key = `jobs.mail.${template}`;
  return hasText(key) ? text(key, { to }) : to;
};
