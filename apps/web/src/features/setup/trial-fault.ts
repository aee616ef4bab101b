import { ApiError } from '#shared/api/api-error.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import type { Faults } from '#shared/lib/use-form.ts';
import { mailFailure } from '#shared/mail/mail-form.ts';

/** What was tried and did not work. */
export type Trial = 'storage' | 'mail';

/** What a failure is about; undefined: neither. */
export const trialOf = (error: unknown): Trial | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code.startsWith('object_storage.')) return 'storage';
  return error.code === 'mail.not_sent' ? 'mail' : undefined;
};

/** Whether fields tell what is wrong. */
export const hasFaults = (error: unknown): boolean =>
  error instanceof ApiError && Object.keys(error.errors).length > 0;

/** Why it did not work. */
export const trialText = (error: unknown): string =>
  trialOf(error) === 'mail' ? mailFailure(error) : errorText(error);

/**
 * What is told at the fields: of what was tried in the language of the page, and under the names of the whole form,
 * whether it was tried alone or saved with the rest.
 */
export const trialFaults = (faults: Faults, error: unknown): Faults => {
  const isTold =
    trialOf(error) !== undefined || (error instanceof ApiError && error.code === 'settings.address_away');
  return Object.fromEntries(
    Object.entries(faults).map(([name, fault]) => [
      name.replace(/^(?=s3_)/, 'storage.').replace(/^(?=mail_)/, 'mail.'),
      isTold && fault !== undefined ? trialText(error) : fault,
    ]),
  );
};
