import { ApiError } from '#shared/api/api-error.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import type { Faults } from '#shared/lib/use-form.ts';
import { mailFailure } from '#shared/mail/mail-form.ts';

/** Part whose test failed. */
export type Trial = 'storage' | 'mail';

/** Returns the part that a failure concerns; undefined for none. */
export const trialOf = (error: unknown): Trial | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code.startsWith('object_storage.')) return 'storage';
  return error.code === 'mail.not_sent' ? 'mail' : undefined;
};

/** Reports whether fields show the error. */
export const hasFaults = (error: unknown): boolean =>
  error instanceof ApiError && Object.keys(error.errors).length > 0;

/** Returns the reason of a failed test. */
export const trialText = (error: unknown): string =>
  trialOf(error) === 'mail' ? mailFailure(error) : errorText(error);

/**
 * Returns errors by field. Test failures are translated, and have the names of the whole form whether a part was tested
 * alone or saved with the rest.
 */
export const trialFaults = (faults: Faults, error: unknown): Faults => {
  const isTold =
    trialOf(error) !== undefined || (error instanceof ApiError && error.code === 'settings.address_unusable');
  return Object.fromEntries(
    Object.entries(faults).map(([name, fault]) => [
      name.replace(/^(?=s3_)/, 'storage.').replace(/^(?=mail_)/, 'mail.'),
      isTold && fault !== undefined ? trialText(error) : fault,
    ]),
  );
};
